/** A person's actions on the page of a waiting client, over HTTP. */
export function devicePage(baseUrl: string) {
  const sameOrigin = { 'sec-fetch-site': 'same-origin' };
  return {
    show: (userCode: string, headers: Record<string, string> = {}) =>
      fetch(`${baseUrl}/login/device?user_code=${encodeURIComponent(userCode)}`, { headers }),
    submit: (form: Record<string, string>, headers: Record<string, string> = sameOrigin) =>
      fetch(`${baseUrl}/login/device`, {
        method: 'POST',
        headers,
        body: new URLSearchParams(form),
        redirect: 'manual',
      }),
    /** The page after a form, with the cookies of the redirect. */
    follow: (answer: Response) =>
      fetch(new URL(answer.headers.get('location') ?? '', baseUrl), {
        headers: {
          cookie: answer.headers
            .getSetCookie()
            .map((cookie) => cookie.split(';')[0])
            .join('; '),
        },
      }),
  };
}
