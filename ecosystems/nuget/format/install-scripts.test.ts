import { expect, test } from 'vitest';
import { countInstallScripts } from './install-scripts.ts';

test.each([
  ['tools/install.ps1', 1],
  ['tools/net48/Init.ps1', 1],
  // runs on an uninstall, not on an install
  ['tools/uninstall.ps1', 0],
  ['tools/readme.txt', 0],
  ['content/install.ps1', 0],
  ['build/Acme.Probe.targets', 1],
  ['build/net8.0/Acme.Probe.props', 1],
  ['buildTransitive/Acme.Probe.targets', 1],
  ['buildMultiTargeting/Acme.Probe.targets', 1],
  ['build%2FAcme.Probe.targets', 1],
  ['build\\Acme.Probe.targets', 1],
  ['Build/Acme.Probe.TARGETS', 1],
  ['analyzers/dotnet/cs/Acme.Probe.dll', 1],
  ['analyzers/dotnet/cs/readme.txt', 0],
  ['Sdk/Sdk.props', 1],
  ['Sdk/Other.props', 0],
  ['build/Acme.Probe.dll', 0],
  ['lib/net8.0/Acme.Probe.dll', 0],
])('of %s %d run', (path, count) => {
  expect(countInstallScripts({ entries: [{ path, size: 1, mode: 0o644 }] })).toBe(count);
});
