import { join } from 'node:path';
import type { Client, Clients, Target } from '../clients/client.ts';
import { linesOf, setElement, setLine, spanOf, textOf } from '../clients/lines.ts';

/** The credential; with a group also a repository beside Maven Central. A mirror replaces all repositories. */
const maven: Client = {
  add: ({ name, version }) => `mvn dependency:get -Dartifact=${name}:${version}`,
  option: {
    flag: 'group',
    example: 'com.acme',
    help: 'maven: a repository for this group beside Maven Central',
    question: 'Group of your Maven artifacts, e.g. com.acme (empty: the credential alone)',
    spelling: /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/,
  },
  notes: ({ names }) => {
    if (names.everything)
      return ['gets every artifact from this registry: one that is not here is not found'];
    return names.ours === undefined
      ? [
          'has the credential alone, for a repository with the id rookery. --group com.acme adds that repository',
        ]
      : [
          `asks this registry for every group, also for those of Maven Central, unless it is run with -Daether.remoteRepositoryFilter.groupId=true (Maven 3.9 and later): then for ${names.ours} alone`,
        ];
  },
  edits: ({ url, token, home, names }) => [
    { path: join(home, '.m2', 'settings.xml'), edit: (text) => editMaven(text, url, token, names) },
    ...(names.ours === undefined || names.everything
      ? []
      : [{ path: join(home, ...filters), edit: (text: string) => addLine(text, names.ours ?? '') }]),
  ],
};

/** Path of a repository's groups (https://maven.apache.org/resolver/remote-repository-filtering.html). */
const filters = ['.m2', 'repository', '.remoteRepositoryFilters', 'groupId-rookery.txt'];

const addLine = (text: string, line: string): string =>
  linesOf(text).includes(line) ? text : textOf([...linesOf(text), line]);

function editMaven(
  text: string,
  url: string,
  token: string,
  { ours: group, everything }: Target['names'],
): string {
  const root = 'settings';
  const withServer = setElement(text, {
    root,
    parent: 'servers',
    element: `<server><id>rookery</id><username>token</username><password>${token}</password></server>`,
    find: (whole) => spanOf(whole, { open: '<server>', mark: '<id>rookery</id>', close: '</server>' }),
  });
  if (everything) {
    return setElement(withServer, {
      root,
      parent: 'mirrors',
      element: `<mirror><id>rookery</id><mirrorOf>*</mirrorOf><url>${url}/maven/</url></mirror>`,
      find: (whole) =>
        spanOf(whole, { open: '<mirror>', mark: '<mirror><id>rookery</id>', close: '</mirror>' }),
    });
  }
  if (group === undefined) return withServer;
  const withProfile = setElement(withServer, {
    root,
    parent: 'profiles',
    element: `<profile><id>rookery</id><repositories><repository><id>rookery</id><url>${url}/maven/</url></repository></repositories></profile>`,
    find: (whole) =>
      spanOf(whole, { open: '<profile>', mark: '<profile><id>rookery</id>', close: '</profile>' }),
  });
  const active = '<activeProfile>rookery</activeProfile>';
  return setElement(withProfile, {
    root,
    parent: 'activeProfiles',
    element: active,
    find: (whole) => spanOf(whole, { open: active, mark: active, close: '</activeProfile>' }),
  });
}

/** The credential of a build's repository named `rookery` with `credentials(PasswordCredentials)`. */
const gradle: Client = {
  add: ({ name, version }) => `implementation("${name}:${version}")`,
  notes: ({ url }) => [
    `has the credential alone. A build takes groups from here with: exclusiveContent { forRepository { maven { name = "rookery"; url = uri("${url}/maven/"); credentials(PasswordCredentials) } }; filter { includeGroupAndSubgroups("com.acme") } }`,
  ],
  edits: ({ token, home }) => [
    {
      path: join(home, '.gradle', 'gradle.properties'),
      edit: (text) =>
        setLine(
          setLine(text, 'rookeryUsername', 'rookeryUsername=token'),
          'rookeryPassword',
          `rookeryPassword=${token}`,
        ),
    },
  ],
};

export const clients: Clients = { gradle, maven };
