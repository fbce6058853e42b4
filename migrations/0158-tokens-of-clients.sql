-- The ecosystem whose client logged in for a token: elsewhere it is nobody's. Null: made for the whole platform.
alter table tokens add column issued_in text;
