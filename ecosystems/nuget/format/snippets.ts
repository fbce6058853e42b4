import type { Snippets } from '../../format.ts';

/** Texts for people: adding the source, referencing the package, pushing one. */
export function snippets(name: string, version: string, baseUrl: string): Snippets {
  return {
    configure: `dotnet nuget add source "${baseUrl}/nuget/v3/index.json" --name rookery`,
    install: `dotnet add package ${name} --version ${version}`,
    publish: `dotnet nuget push ${name}.${version}.nupkg --source rookery --api-key <token>`,
  };
}
