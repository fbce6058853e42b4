import type { FastifyInstance } from 'fastify';
import type { RouteContext } from '../../context/context.ts';

/** The page to which `cargo login` and every challenge refer people. */
export function registerTokenPage(app: FastifyInstance, context: RouteContext): void {
  app.get('/me', (_request, reply) =>
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'")
      .header('x-content-type-options', 'nosniff')
      .send(renderTokenPage(context.baseUrl)),
  );
}

function renderTokenPage(baseUrl: string): string {
  const url = baseUrl.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Token for cargo</title></head>
<body>
<h1>Token for cargo</h1>
<p>Create a token that may publish, with your session token in the header:</p>
<pre>curl -X POST ${url}/v1/tokens \\
  -H "Authorization: Bearer $SESSION" \\
  -H "Content-Type: application/json" \\
  -d '{"name": "cargo", "scopes": ["packages:write"]}'</pre>
<p>Then hand it to cargo:</p>
<pre>cargo login --registry rookery</pre>
</body>
</html>
`;
}
