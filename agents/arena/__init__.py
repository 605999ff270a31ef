"""The ruler: players measured against each other on the same deals.

`deals` fixes the cards, `schedule` who plays whom, `tables` and `referee` play, `plays` is what came of it; `views`,
`profile`, `luck` and `statistics` make figures of that, `results` gathers them, `report` and `pictures` show them.
`run` plays on in `workers` and `ranks` (processes, machines), with a `ledger` that `store` keeps.
"""
