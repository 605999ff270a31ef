// The wire to the server: tried again until it is back.

const FIRST_WAIT = 250; // milliseconds
const LONGEST_WAIT = 4000;

/** Calls `hear(message)` for each message, `change(up)` when the wire comes or goes. */
export function connect(hear, change) {
  const address = `${location.protocol.replace("http", "ws")}//${location.host}/socket`;
  let socket = null;
  let wait = FIRST_WAIT;

  function open() {
    socket = new WebSocket(address);
    socket.onopen = () => {
      wait = FIRST_WAIT;
      change(true);
    };
    socket.onmessage = (event) => hear(JSON.parse(event.data));
    socket.onclose = () => {
      change(false);
      setTimeout(open, wait);
      wait = Math.min(2 * wait, LONGEST_WAIT);
    };
  }

  open();
  return {
    say(what, fields = {}) {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ do: what, ...fields }));
    },
  };
}
