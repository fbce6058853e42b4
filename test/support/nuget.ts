import type { Platform } from './platform.ts';

/** Requests of a .NET client. */

export interface NugetAnswer {
  status: number;
  text: string;
}

/** Sends a package as the only file of a form. */
export async function sendForm(
  { url }: Pick<Platform, 'url'>,
  path: string,
  token: string | undefined,
  file: Buffer,
  before: Record<string, string> = {},
  part = 'package',
): Promise<NugetAnswer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(before)) form.append(name, value);
  form.append(part, new Blob([new Uint8Array(file)]), 'package.nupkg');
  const headers = token === undefined ? {} : { 'x-nuget-apikey': token };
  const response = await fetch(`${url}/nuget${path}`, { method: 'PUT', headers, body: form });
  return { status: response.status, text: await response.text() };
}

export async function getNuget(
  { url }: Pick<Platform, 'url'>,
  path: string,
  options: { token?: string | undefined; method?: string } = {},
): Promise<NugetAnswer> {
  const { token, method = 'GET' } = options;
  const headers = token === undefined ? {} : { 'x-nuget-apikey': token };
  const response = await fetch(`${url}/nuget${path}`, { method, headers });
  return { status: response.status, text: await response.text() };
}
