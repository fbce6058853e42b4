interface Suggestion {
  label: string;
  kind: string;
  href: string;
}

const waitMs = 150;

/** Suggests packages while a name is typed, by the combobox pattern of the ARIA practices guide. */
export function suggestWhileTyping(): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('input[data-suggest]')) attach(input);
}

function attach(input: HTMLInputElement): void {
  const list = document.createElement('ul');
  list.className = 'suggestions';
  list.id = `${input.id}-suggestions`;
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', input.labels?.[0]?.textContent ?? '');
  list.hidden = true;
  input.parentElement?.append(list);
  input.setAttribute('role', 'combobox');
  input.setAttribute('aria-autocomplete', 'list');
  input.setAttribute('aria-controls', list.id);
  input.setAttribute('aria-expanded', 'false');

  let chosen = -1;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = 0;

  function close(): void {
    list.hidden = true;
    chosen = -1;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  }

  function show(suggestions: readonly Suggestion[]): void {
    list.replaceChildren(...suggestions.map((suggestion, index) => option(list.id, suggestion, index)));
    close();
    list.hidden = suggestions.length === 0;
    input.setAttribute('aria-expanded', String(!list.hidden));
  }

  function choose(index: number): void {
    const options = [...list.children];
    chosen = (index + options.length) % options.length;
    for (const [at, each] of options.entries()) each.setAttribute('aria-selected', String(at === chosen));
    const current = options[chosen];
    if (!current) return;
    input.setAttribute('aria-activedescendant', current.id);
    current.scrollIntoView({ block: 'nearest' });
  }

  async function ask(): Promise<void> {
    const text = input.value.trim();
    asked += 1;
    const mine = asked;
    if (text === '') return show([]);
    const response = await fetch(`${input.dataset['suggest']}?q=${encodeURIComponent(text)}`);
    // an older answer may arrive after a newer one
    if (!response.ok || mine !== asked) return;
    const { suggestions } = (await response.json()) as { suggestions: Suggestion[] };
    show(suggestions);
  }

  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void ask().catch(close), waitMs);
  });
  input.addEventListener('keydown', (event) => {
    if (list.hidden) return;
    if (event.key === 'ArrowDown') choose(chosen + 1);
    else if (event.key === 'ArrowUp') choose(chosen - 1);
    else if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && chosen >= 0) follow(list.children[chosen]);
    else return;
    event.preventDefault();
  });
  input.addEventListener('blur', close);
  list.addEventListener('mousedown', (event) => {
    event.preventDefault();
    if (event.target instanceof Element) follow(event.target.closest('[role=option]'));
  });
}

function option(listId: string, { label, kind, href }: Suggestion, index: number): HTMLLIElement {
  const item = document.createElement('li');
  item.id = `${listId}-${index}`;
  item.setAttribute('role', 'option');
  item.setAttribute('aria-selected', 'false');
  item.dataset['href'] = href;
  const name = document.createElement('span');
  name.textContent = label;
  const side = document.createElement('span');
  side.className = 'muted';
  side.textContent = kind;
  item.append(name, side);
  return item;
}

function follow(item: Element | null | undefined): void {
  if (item instanceof HTMLElement && item.dataset['href']) location.assign(item.dataset['href']);
}
