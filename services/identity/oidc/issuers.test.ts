import { expect, test } from 'vitest';
import { nameOfIssuer } from './issuers.ts';

test.each([
  ['https://token.actions.githubusercontent.com', 'GitHub Actions'],
  ['https://gitlab.com', 'GitLab CI/CD'],
  ['https://vstoken.dev.azure.com/0f3a', 'Azure Pipelines'],
  ['https://gitlab.example.com/ci', 'gitlab.example.com'],
  ['https://gitlab.com/', 'gitlab.com'],
  ['nonsense', 'nonsense'],
])('people know %s as %s', (issuer, name) => {
  expect(nameOfIssuer(issuer)).toBe(name);
});
