/** Widely used packages, by the names that their registries know them by. */
const words = (text: string): string[] => text.split(/\s+/);

export const npmNames =
  words(`lodash chalk react react-dom express commander debug axios typescript prettier eslint vite
  webpack rollup esbuild semver glob minimatch yargs uuid dotenv ws rxjs moment dayjs date-fns zod ajv jest vue svelte preact
  jquery underscore async bluebird request mkdirp rimraf inquirer ora execa tslib core-js fs-extra https-proxy-agent
  bufferutil node-gyp @babel/core @types/node`);

export const pythonNames =
  words(`requests urllib3 certifi idna charset-normalizer six python-dateutil pytz setuptools wheel
  pip packaging attrs pyyaml click jinja2 markupsafe flask werkzeug itsdangerous numpy jsonschema rich pygments tqdm colorama
  filelock virtualenv platformdirs distlib tomli typing-extensions zipp importlib-metadata pytest pluggy iniconfig coverage
  docutils babel sphinx cryptography cffi pycparser rsa pyasn1 oauthlib httpx httpcore anyio`);

export const crateNames =
  words(`serde serde_json serde_derive rand rand_core libc log syn quote proc-macro2 bitflags cfg-if
  memchr regex regex-syntax aho-corasick lazy_static once_cell itoa ryu base64 bytes tokio futures hyper http rustls ring
  webpki-roots native-tls openssl openssl-sys hashbrown indexmap smallvec parking_lot crossbeam-utils clap anyhow thiserror
  tracing url percent-encoding time chrono uuid sha2 digest num-traits either`);
