import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Found, findExpressions } from './find.ts';

const packages = join(import.meta.dirname, '../../node_modules');

/** A library that reads untrusted text: its loaded files, and each expression that may take more than linear time. */
interface Library {
  /** Files and folders below `node_modules`. */
  paths: readonly string[];
  /** By `/source/flags`: the limit of the expression's input, or why it takes linear time. */
  bounded?: Readonly<Record<string, string>>;
}

const noStack = 'an error reaches it without a stack (activities/failure-converter.ts)';
const ownCode = 'it sees paths and stacks of our own code';
const onlyParsed = 'we parse YAML and write none';
const knownLinear = 'linear, but it takes the checker too long to say so';
const neverAsked = 'no schema of ours uses it';

export const libraries: readonly Library[] = [
  {
    paths: [
      '@temporalio/common/lib',
      '@temporalio/worker/lib',
      '@temporalio/activity/lib',
      '@temporalio/client/lib',
    ],
    bounded: {
      [String.raw`/\s+at (Activity\.)?execute \(.*[\\/]worker[\\/](?:src|lib)[\\/]activity\.[jt]s:\d+:\d+\)/`]:
        noStack,
      [String.raw`/\s+at( async)? (NexusHandler\.)?invokeUserCode \(.*[\\/]worker[\\/](?:src|lib)[\\/]nexus[\\/]index\.[jt]s:\d+:\d+\)/`]:
        noStack,
      [String.raw`/\s+at( async)? (Activator\.)?(startWorkflow|queryWorkflow|signalWorkflow|update|validateUpdate)NextHandler \(.*\.[jt]s:\d+:\d+\)/`]:
        noStack,
      [String.raw`/\s+at (Script\.)?runInContext \(native|unknown|(?:(?:node:vm|vm\.js):\d+:\d+)\)/`]:
        noStack,
      [String.raw`/\s+at (null\.)?next \(.*[\\/]common[\\/](?:src|lib)[\\/]interceptors\.[jt]s:\d+:\d+\)/`]:
        noStack,
      [String.raw`/\s+at (null\.)?executeNextHandler \(.*[\\/]worker[\\/](?:src|lib)[\\/]activity\.[jt]s:\d+:\d+\)/`]:
        noStack,
      [String.raw`/(?:var|let|const)\s+__webpack_module_cache__\s*=\s*\{\}/g`]: ownCode,
      [String.raw`/.*[\\/]workflow[\\/](?:src|lib)[\\/]internals\.[jt]s$/`]: ownCode,
      [String.raw`/^Error\n\s*at [^\n]+\n(\s*at initAll \(node:internal\/promise_hooks:\d+:\d+\)\n)?/`]:
        ownCode,
      [String.raw`/^\s+at\sPromise\.then \(<anonymous>\)\n\s+at (Function|Promise)\.(race|all|allSettled|any) \(<anonymous>\)\n/`]:
        ownCode,
      [String.raw`/^\s+at (Function|Promise)\.(race|all|allSettled|any) \(<anonymous>\)\n/`]: ownCode,
    },
  },
  { paths: ['slonik/dist', 'pg/lib', 'pg-protocol/dist', 'ioredis/built'] },
  { paths: ['pino/pino.js', 'pino/lib', 'pino-std-serializers/index.js', 'pino-std-serializers/lib'] },
  {
    paths: [
      'fast-xml-parser/src/fxp.js',
      'fast-xml-parser/src/validator.js',
      'fast-xml-parser/src/xmlparser',
    ],
  },
  { paths: ['path-expression-matcher/src', 'xml-naming/src', '@nodable/entities/src'] },
  {
    paths: ['yaml/dist'],
    bounded: {
      '/(?<![ \t])[ \t]+$/': 'a run of blanks is looked at from its start alone',
      '/^[ \t]+|(?<![ \t])[ \t]+$/g': 'a run of blanks is looked at from its start alone',
      [String.raw`/[ \t]+$/`]: 'for runtimes that cannot look behind, which ours can',
      [String.raw`/^[ \t]+|[ \t]+$/g`]: 'for runtimes that cannot look behind, which ours can',
      [String.raw`/[\n\r]+$/`]: 'prettyErrors is off (ecosystems/rubygems/format/yaml.ts)',
      [String.raw`/000000\d*$/`]: onlyParsed,
      '/^(?! *$)/gm': onlyParsed,
      '/(^|(?<!\n))\n+(?!\n|$)/g': onlyParsed,
      [String.raw`/\n+(?!\n|$)/g`]: onlyParsed,
      [String.raw`/(?:^|\n)([\t ].*)(?:([\n\t ]*)\n(?![\n\t ]))?/g`]: onlyParsed,
    },
  },
  { paths: ['smol-toml/dist', '@renovatebot/pep440/lib', 'negotiator/index.js', 'negotiator/lib'] },
  {
    paths: ['@fastify/busboy/lib', 'fresh/index.js', 'range-parser/index.js', 'content-disposition/dist'],
  },
  { paths: ['find-my-way/index.js', 'find-my-way/lib', 'cookie/dist', 'ws/lib', 'tar-stream', 'yauzl'] },
  {
    paths: ['fastify/fastify.js', 'fastify/lib'],
    bounded: { '/-(?:rc|pre|alpha).+$/u': 'it sees the version of the framework' },
  },
  {
    paths: ['secure-json-parse/index.js'],
    bounded: {
      [String.raw`/"(?:_|\\u005[Ff])(?:_|\\u005[Ff])(?:p|\\u0070)(?:r|\\u0072)(?:o|\\u006[Ff])(?:t|\\u0074)(?:o|\\u006[Ff])(?:_|\\u005[Ff])(?:_|\\u005[Ff])"\s*:/`]:
        knownLinear,
      [String.raw`/"(?:c|\\u0063)(?:o|\\u006[Ff])(?:n|\\u006[Ee])(?:s|\\u0073)(?:t|\\u0074)(?:r|\\u0072)(?:u|\\u0075)(?:c|\\u0063)(?:t|\\u0074)(?:o|\\u006[Ff])(?:r|\\u0072)"\s*:/`]:
        knownLinear,
    },
  },
  {
    paths: ['zod/v4/core', 'zod/v4/classic'],
    bounded: {
      [String.raw`/^P(?:(\d+W)|(?!.*W)(?=\d|T\d)(\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+([.,]\d+)?S)?)?)$/`]:
        neverAsked,
      [String.raw`/^[-+]?P(?!$)(?:(?:[-+]?\d+Y)|(?:[-+]?\d+[.,]\d+Y$))?(?:(?:[-+]?\d+M)|(?:[-+]?\d+[.,]\d+M$))?(?:(?:[-+]?\d+W)|(?:[-+]?\d+[.,]\d+W$))?(?:(?:[-+]?\d+D)|(?:[-+]?\d+[.,]\d+D$))?(?:T(?=[\d+-])(?:(?:[-+]?\d+H)|(?:[-+]?\d+[.,]\d+H$))?(?:(?:[-+]?\d+M)|(?:[-+]?\d+[.,]\d+M$))?(?:[-+]?\d+(?:[.,]\d+)?S)?)??$/`]:
        neverAsked,
      [String.raw`/^(?=[\s\S]*[\p{Extended_Pictographic}\p{Regional_Indicator}\u20E3])[\p{Extended_Pictographic}\p{Emoji_Component}]+$/u`]:
        neverAsked,
      [String.raw`/^(?=.{1,253}\.?$)[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[-0-9a-zA-Z]{0,61}[0-9a-zA-Z])?)*\.?$/`]:
        '253 characters',
      [String.raw`/^(?=.{1,253}$)([a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z]{2,63}$/`]:
        '253 characters',
      '/^-+|-+$/g': neverAsked,
    },
  },
  { paths: ['jose/dist/webapi', 'tldts/dist/cjs', 'ae-cvss-calculator/dist'] },
  { paths: ['@sigstore/verify/dist', '@sigstore/bundle/dist', '@sigstore/core/dist'] },
  {
    paths: ['openpgp/dist/node/openpgp.cjs'],
    bounded: {
      [String.raw`/^-----BEGIN PGP (MESSAGE, PART \d+\/\d+|MESSAGE, PART \d+|SIGNED MESSAGE|MESSAGE|PUBLIC KEY BLOCK|PRIVATE KEY BLOCK|SIGNATURE)-----$/m`]:
        knownLinear,
      [String.raw`/MESSAGE, PART \d+\/\d+/`]: knownLinear,
      [String.raw`/Version\/(13|14)\.\d(\.\d)* Mobile\/\S* Safari/`]: 'it sees the name of the runtime',
    },
  },
  {
    paths: ['csv-stringify/lib'],
    bounded: {
      [String.raw`/\.|\[(?:[^[\]]*|(["'])(?:(?!\1)[^\\]|\\.)*?\1)\]/`]: 'it sees our own names of columns',
    },
  },
  {
    paths: ['protobufjs/src'],
    bounded: {
      [String.raw`/(?:"([^"\\]*(?:\\.[^"\\]*)*)")/g`]: 'it sees our own definitions',
      [String.raw`/(?:'([^'\\]*(?:\\.[^'\\]*)*)')/g`]: 'it sees our own definitions',
      [String.raw`/^(?![eE])[0-9]*(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?$/`]: 'it sees our own definitions',
    },
  },
  {
    paths: ['nodemailer/dist/cjs'],
    bounded: {
      [String.raw`/(<img\b[^<>]{0,1024} src\s{0,20}=[\s"']{0,20})(data:([^;"'<>\s]{1,255});[^"'>\s]+)/gi`]:
        'our mails are plain text',
      [String.raw`/(\s+)[^\s]*$/`]: 'it sees a line of a header at a time',
      [String.raw`/\/+$/`]: 'it sees addresses of its test service',
      [String.raw`/^([a-zA-Z][a-zA-Z0-9+.-]*:)(?!\/\/)([\s\S]+)$/`]: 'it sees the address of the mail server',
      [String.raw`/^334\s+(.+)$/`]: 'it sees what the mail server of the operator says',
    },
  },
];

export interface LibraryExpression extends Found {
  expression: string;
  path: string;
}

/** Each expression of a library's files once, without expressions that are built at run time. */
export function expressionsOf({ paths }: Library): LibraryExpression[] {
  const found = new Map<string, LibraryExpression>();
  for (const path of paths.flatMap((each) => [...sourcesBelow(each)])) {
    for (const each of findExpressions(path, readFileSync(join(packages, path), 'utf8')).expressions) {
      const expression = `/${each.source}/${each.flags}`;
      if (!found.has(expression)) found.set(expression, { ...each, expression, path });
    }
  }
  return [...found.values()];
}

function* sourcesBelow(path: string): Generator<string> {
  if (statSync(join(packages, path)).isFile()) {
    yield path;
    return;
  }
  for (const entry of readdirSync(join(packages, path), { withFileTypes: true })) {
    if (['node_modules', 'test', 'tests'].includes(entry.name)) continue;
    if (entry.isDirectory()) yield* sourcesBelow(`${path}/${entry.name}`);
    else if (/\.[cm]?js$/.test(entry.name)) yield `${path}/${entry.name}`;
  }
}
