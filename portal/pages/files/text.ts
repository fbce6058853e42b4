/** The form of a member's bytes in a browser. */
export type Shown =
  | { kind: 'text'; text: string; language: string }
  | { kind: 'image'; type: string }
  | { kind: 'binary' };

const images: Readonly<Record<string, { type: string; starts: readonly string[] }>> = {
  png: { type: 'image/png', starts: ['89504e47'] },
  jpg: { type: 'image/jpeg', starts: ['ffd8ff'] },
  jpeg: { type: 'image/jpeg', starts: ['ffd8ff'] },
  gif: { type: 'image/gif', starts: ['47494638'] },
  webp: { type: 'image/webp', starts: ['52494646'] },
};

const languages: Readonly<Record<string, string>> = {
  mjs: 'javascript',
  cjs: 'javascript',
  lock: 'ini',
  pom: 'xml',
  nuspec: 'xml',
  csproj: 'xml',
  svg: 'xml',
  gemspec: 'ruby',
  pyi: 'python',
};

const byName: Readonly<Record<string, string>> = {
  dockerfile: 'dockerfile',
  gemfile: 'ruby',
  rakefile: 'ruby',
};

/** Text is valid UTF-8 without control characters, except those usual in text. */
export function shownAs(path: string, body: Buffer): Shown {
  const name = (path.split('/').at(-1) ?? '').toLowerCase();
  const ending = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : '';
  const image = images[ending];
  if (image?.starts.some((start) => body.subarray(0, 8).toString('hex').startsWith(start))) {
    return { kind: 'image', type: image.type };
  }
  const text = decode(body);
  if (text === undefined) return { kind: 'binary' };
  return { kind: 'text', text, language: byName[name] ?? languages[ending] ?? ending };
}

function decode(body: Buffer): string | undefined {
  if (body.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}
