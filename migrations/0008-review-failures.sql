-- Why a failed review failed, as a code; `error` stays the sentence for operators. Null: not known.
alter table reviews add column failure text;
