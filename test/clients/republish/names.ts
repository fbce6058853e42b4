/** Names of widely used packages, as their registries write them. */
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

/** As `group:artifact:version`. */
export const mavenNames =
  words(`org.slf4j:slf4j-api:2.0.16 com.google.guava:guava:33.3.1-jre com.google.code.gson:gson:2.11.0
  com.fasterxml.jackson.core:jackson-databind:2.18.1 org.apache.commons:commons-lang3:3.17.0 commons-io:commons-io:2.17.0
  junit:junit:4.13.2 org.projectlombok:lombok:1.18.36 org.springframework:spring-core:6.2.0 org.postgresql:postgresql:42.7.4
  org.jetbrains.kotlin:kotlin-stdlib:2.0.21 javax.inject:javax.inject:1 org.ow2.asm:asm:9.7.1 com.zaxxer:HikariCP:6.2.1
  io.netty:netty-common:4.1.115.Final org.apache.httpcomponents:httpclient:4.5.14 ch.qos.logback:logback-classic:1.5.12
  ch.qos.logback:logback-core:1.5.12 com.fasterxml.jackson.core:jackson-core:2.18.1
  com.fasterxml.jackson.core:jackson-annotations:2.18.1 commons-codec:commons-codec:1.17.1 org.apache.commons:commons-text:1.12.0
  org.apache.commons:commons-collections4:4.4 org.apache.commons:commons-compress:1.27.1 org.apache.commons:commons-csv:1.12.0
  commons-logging:commons-logging:1.3.4 org.apache.httpcomponents:httpcore:4.4.16
  org.apache.httpcomponents.client5:httpclient5:5.4.1 com.squareup.okhttp3:okhttp:4.12.0 com.squareup.okio:okio-jvm:3.9.1
  org.jetbrains:annotations:26.0.1 org.hamcrest:hamcrest:3.0 org.junit.jupiter:junit-jupiter-api:5.11.3
  org.junit.jupiter:junit-jupiter-engine:5.11.3 org.junit.platform:junit-platform-commons:1.11.3
  org.mockito:mockito-core:5.14.2 net.bytebuddy:byte-buddy:1.15.10 org.objenesis:objenesis:3.4 org.assertj:assertj-core:3.26.3
  org.springframework:spring-beans:6.2.0 org.springframework:spring-context:6.2.0 com.h2database:h2:2.3.232
  io.netty:netty-buffer:4.1.115.Final org.yaml:snakeyaml:2.3 jakarta.servlet:jakarta.servlet-api:6.1.0
  jakarta.inject:jakarta.inject-api:2.0.1 org.apache.logging.log4j:log4j-api:2.24.2 org.apache.logging.log4j:log4j-core:2.24.2
  org.checkerframework:checker-qual:3.48.2 org.jsoup:jsoup:1.18.1`);
