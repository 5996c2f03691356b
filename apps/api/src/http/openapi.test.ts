import { contracts } from '@servicebook/shared';
import type { Contract } from '@servicebook/shared/contract';
import { expect, it } from 'vitest';
import { useTestApp } from '../testing/app.ts';

const app = useTestApp();

interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, { name?: string }> };
}
interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  parameters?: { in: string; name: string; required?: boolean }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { description: string }>;
  security: Record<string, unknown>[];
}

const read = async () => (await app.anonymous.http.get<Document>('/api/openapi.json')).data;
const endpoints = Object.entries(contracts).flatMap(([feature, contract]) =>
  Object.entries(contract as Contract).map(([name, endpoint]) => ({ id: `${feature}.${name}`, endpoint })),
);

it('describes every endpoint, and nothing else', async () => {
  const { openapi, paths } = await read();
  expect(openapi).toMatch(/^3\.1\./);
  const described = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(described.sort()).toEqual(endpoints.map(({ id }) => id).sort());
  for (const { id, endpoint } of endpoints) {
    const operation = paths[endpoint.path]?.[endpoint.method];
    expect(operation, id).toMatchObject({ operationId: id, summary: endpoint.summary });
  }
});

it('names every parameter of a path, and answers for each operation', async () => {
  const { paths, components } = await read();
  for (const [path, methods] of Object.entries(paths)) {
    for (const operation of Object.values(methods)) {
      const wanted = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
      const named = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
      expect(named.map(({ name }) => name).sort(), path).toEqual(wanted);
      for (const { required } of named) expect(required, path).toBe(true);
      expect(
        Object.keys(operation.responses).some((status) => /^(2|30)/.test(status)),
        path,
      ).toBe(true);
      for (const { description } of Object.values(operation.responses)) expect(description).not.toBe('');
      for (const requirement of operation.security) {
        for (const scheme of Object.keys(requirement))
          expect(components.securitySchemes).toHaveProperty(scheme);
      }
      if (operation.requestBody)
        expect(Object.values(operation.requestBody.content)[0]?.schema, path).toBeTruthy();
    }
  }
});

it('points to nothing that it does not contain', async () => {
  const document = await read();
  const text = JSON.stringify(document);
  const references = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path?.split('/') ?? []);
  expect(references.length).toBeGreaterThan(0);
  for (const path of references) {
    const target = path.reduce<unknown>(
      (node, key) => (node as Record<string, unknown> | undefined)?.[key],
      document,
    );
    expect(target, path.join('/')).toBeTruthy();
  }
});

it('describes sessions, credentials, files and keys where they are needed', async () => {
  const { paths } = await read();
  expect(paths['/api/customer/findAll']?.get?.security).toEqual([{ session: [] }]);
  expect(paths['/api/user/auth']?.get?.security).toEqual([{}, { basic: [] }]);
  const add = paths['/api/service/add']?.post;
  expect(Object.keys(add?.requestBody?.content ?? {})).toEqual(['multipart/form-data']);
  expect(add?.parameters?.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['X-Requested-With', 'Idempotency-Key']),
  );
  expect(Object.keys(add?.responses ?? {})).toEqual(
    expect.arrayContaining(['200', '400', '401', '402', '403', '409', '413', '507']),
  );
});

it('can be read in a page whose every part comes from here, as its content policy demands', async () => {
  const page = await app.anonymous.http.get('/api/docs', { headers: { Accept: 'text/html' } });
  const [, scripts] = /script-src ([^;]+)/.exec(String(page.headers['content-security-policy'])) ?? [];
  expect(scripts).toContain("'self'");
  expect(scripts).not.toMatch(/'unsafe-(inline|eval)'|https?:/);
  expect(page.data).not.toMatch(/<script>|onload=|https?:/);
  const parts = [...String(page.data).matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, url]) => url ?? '');
  expect(parts).toHaveLength(3);
  for (const url of parts) expect((await app.anonymous.http.get(url)).status, url).toBe(200);
  const map = { url: '/api/docs/swagger-ui-bundle.js.map', validateStatus: () => true };
  expect((await app.anonymous.http.request(map)).status).toBe(404);
});
