import { randomBytes } from 'node:crypto';

/** Names that no other test uses. */
export function uniqueName(stem: string): string {
  return `${stem}-${randomBytes(8).toString('hex')}`;
}

/** A library that prints its name. */
export function library(name: string, version: string, more: object = {}): Record<string, string | object> {
  return {
    'package.json': {
      name,
      version,
      description: `About ${name}`,
      license: 'MIT',
      main: 'index.js',
      ...more,
    },
    'index.js': `module.exports = ${JSON.stringify(`${name}@${version}`)};\n`,
    'README.md': `# ${name}\n`,
  };
}

/** A project that prints its dependencies. */
export function consumer(dependencies: Record<string, string>): Record<string, string | object> {
  const names = JSON.stringify(Object.keys(dependencies));
  return {
    'package.json': { name: 'consumer', version: '1.0.0', private: true, dependencies },
    'print.js': `for (const name of ${names}) console.log(require(name));\n`,
  };
}
