-- A parameter of a stored sentence that is another text of the catalogue is an object now: `{"text": "side.white"}`
-- instead of "@side.white", which a caller could have written as well. Only these three ever were one.
update game_events
set data = jsonb_set(data, '{message,params}', (
  select jsonb_object_agg(name, case
    when name in ('side', 'reason', 'result') and value #>> '{}' like '@%'
    then jsonb_build_object('text', substr(value #>> '{}', 2))
    else value
  end)
  from jsonb_each(data #> '{message,params}') as params (name, value)
))
where event = 'game_updated'
  and (data #> '{message,params}') ?| array['side', 'reason', 'result'];
