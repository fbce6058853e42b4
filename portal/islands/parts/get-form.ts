/** The address that a form would open without scripts. */
export function submitsTo(form: HTMLFormElement): URL {
  const address = new URL(form.action);
  const values = [...new FormData(form)].filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string',
  );
  address.search = new URLSearchParams(values).toString();
  return address;
}
