/** The caches of a browser, as far as the app uses them. They outlive its databases. */
export class FakeCaches {
  readonly rows = new Map<string, { body: ArrayBuffer; headers: [string, string][] }>();

  open = async () => ({
    keys: async () => [...this.rows.keys()].map((url) => ({ url: `http://localhost${url}` })),
    match: async (url: string) => {
      const row = this.rows.get(url);
      return row && new Response(row.body, { headers: row.headers });
    },
    put: async (url: string, response: Response) => {
      this.rows.set(url, { body: await response.arrayBuffer(), headers: [...response.headers] });
    },
    delete: async (url: string) => this.rows.delete(url),
  });
}
