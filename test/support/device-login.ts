/** What a person does with the page of a waiting client, over HTTP. */
export function devicePage(baseUrl: string) {
  const sameOrigin = { 'sec-fetch-site': 'same-origin' };
  return {
    show: (userCode: string, headers: Record<string, string> = {}) =>
      fetch(`${baseUrl}/login/device?user_code=${encodeURIComponent(userCode)}`, { headers }),
    submit: (form: Record<string, string>, headers: Record<string, string> = sameOrigin) =>
      fetch(`${baseUrl}/login/device`, { method: 'POST', headers, body: new URLSearchParams(form) }),
  };
}
