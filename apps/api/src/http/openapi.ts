/** The OpenAPI document, generated from the contracts. */
import { signedInAsHeader, writtenAfterHeader, writtenAtHeader } from '@servicebook/shared/call-headers';
import { type Contract, type Endpoint, repeatableDays } from '@servicebook/shared/contract';
import { type ErrorCode, errorStatus, fieldCodes } from '@servicebook/shared/error-codes';
import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';

const ErrorAnswer = z
  .object({
    code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
    message: z.string(),
    requestId: z.string().optional(),
    fields: z.record(z.string(), z.enum(fieldCodes)).optional(),
  })
  .meta({ id: 'Error' });

/** All errors of an endpoint: its own, and those that follow from its properties. */
function refusalsOf(endpoint: Endpoint): ErrorCode[] {
  const { access, method, openToExpired, openToClosed, passwordChoice, plainLink, idempotent, errors } =
    endpoint;
  const codes: ErrorCode[] = [
    'VALIDATION_FAILED',
    'MALFORMED_REQUEST',
    'TOO_MANY_ATTEMPTS',
    'INTERNAL',
    'UNAVAILABLE',
  ];
  if (!plainLink) codes.push('XHR_HEADER_MISSING');
  if (access !== 'public') {
    codes.push('NOT_SIGNED_IN', 'NO_PERMISSION', 'NOT_FOUND', 'SESSION_CHANGED', 'TOO_MUCH_WORK');
    if (!openToExpired) codes.push('NOT_ACTIVE_SUBSCRIPTION');
    if (!openToClosed) codes.push('ACCOUNT_CLOSED');
    if (passwordChoice === 'closed') codes.push('PASSWORD_CHOICE_REQUIRED');
  }
  if (method !== 'get') codes.push('FILE_TOO_LARGE', 'STORAGE_FULL');
  if (idempotent) codes.push('IDEMPOTENCY_MISMATCH', 'ALREADY_DONE', 'TOO_OLD_TO_REPEAT');
  return [...new Set([...codes, ...errors])];
}

function refusals(endpoint: Endpoint): ZodOpenApiOperationObject['responses'] {
  const byStatus = Map.groupBy(refusalsOf(endpoint), (code) => errorStatus[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => [
      String(status),
      status === 304
        ? { description: ofStatus.join(', ') }
        : { description: ofStatus.join(', '), content: errorContent(endpoint) },
    ]),
  ) as ZodOpenApiOperationObject['responses'];
}

/** A page says what went wrong on a page, unless JSON is asked for. */
const errorContent = ({ response }: Endpoint) => ({
  'application/json': { schema: ErrorAnswer },
  ...(response === 'page' && { 'text/html': {} }),
});

const notModified = ({ method }: Endpoint) =>
  method === 'get' && { '304': { description: 'As it was when If-None-Match was its ETag' } };

function success(endpoint: Endpoint): ZodOpenApiOperationObject['responses'] {
  if (endpoint.response === 'redirect') return { '302': { description: 'Redirect' } };
  if (endpoint.response === 'empty') return { '204': { description: 'Done' } };
  if (endpoint.response === 'page')
    return {
      '200': { description: 'A page to read', content: { 'text/html': {} } },
      '303': { description: 'Leads on to another page' },
    };
  if (endpoint.response === 'file') {
    const content = Object.fromEntries(endpoint.media.map((type) => [type, {}]));
    return { '200': { description: 'The file', content }, ...notModified(endpoint) };
  }
  const content = { 'application/json': { schema: endpoint.response as z.ZodType } };
  return {
    [String(endpoint.status)]: { description: 'Success', content },
    ...notModified(endpoint),
  } as ZodOpenApiOperationObject['responses'];
}

const shapeOf = (schema: z.ZodType): boolean =>
  Object.keys((schema as z.ZodObject).shape ?? { any: 1 }).length > 0;

function requestBody(endpoint: Endpoint): ZodOpenApiOperationObject['requestBody'] {
  const { upload, body } = endpoint;
  if (upload) {
    const file = z.string().meta({ format: 'binary' });
    const form = z.object({
      [upload.file]: upload.required ? file : file.optional(),
      ...(upload.json && { [upload.json]: body.meta({ description: 'As JSON text' }) }),
    });
    return { content: { 'multipart/form-data': { schema: form } } };
  }
  const type = endpoint.response === 'page' ? 'application/x-www-form-urlencoded' : 'application/json';
  return shapeOf(body) ? { content: { [type]: { schema: body } } } : undefined;
}

function operation(tag: string, name: string, endpoint: Endpoint): ZodOpenApiOperationObject {
  const header = {
    ...(!endpoint.plainLink && { 'X-Requested-With': z.literal('XMLHttpRequest') }),
    ...(endpoint.access !== 'public' && {
      [signedInAsHeader]: z.string().optional().meta({
        description: 'accountId/userId the page was loaded for; refused when another user is signed in',
      }),
    }),
    ...(endpoint.googleCode && { code: z.string() }),
    ...(endpoint.revalidated && { 'If-None-Match': z.string().optional() }),
    ...(endpoint.idempotent && {
      'Idempotency-Key': z.uuid().optional(),
      [writtenAfterHeader]: z.iso
        .datetime()
        .optional()
        .meta({
          description: `Of a call that waited: the server’s time known before it was first sent. After ${repeatableDays} days it is only carried out if its key proves that it was not yet`,
        }),
      [writtenAtHeader]: z.iso
        .datetime()
        .optional()
        .meta({ description: 'Of a call that waited: when it was written, by the clock of its device' }),
    }),
  };
  const body = requestBody(endpoint);
  return {
    operationId: `${tag}.${name}`,
    tags: [tag],
    summary: endpoint.summary,
    description:
      endpoint.access === 'public' ? 'Open to everybody.' : `Needs permission \`${endpoint.access}\`.`,
    security:
      endpoint.access === 'public' ? (endpoint.basicAuth ? [{}, { basic: [] }] : []) : [{ session: [] }],
    requestParams: {
      ...(shapeOf(endpoint.params) && { path: endpoint.params as z.ZodObject }),
      ...(shapeOf(endpoint.query) && { query: endpoint.query as z.ZodObject }),
      ...(Object.keys(header).length > 0 && { header: z.object(header) }),
    },
    ...(body && { requestBody: body }),
    responses: { ...success(endpoint), ...refusals(endpoint) },
  };
}

/** @param contracts by feature. @param server address of the API and name of its session cookie. */
export function describeApi(
  contracts: Record<string, Contract>,
  { url, cookie }: { url: string; cookie: string },
) {
  const paths: ZodOpenApiPathsObject = {};
  for (const [tag, contract] of Object.entries(contracts)) {
    for (const [name, endpoint] of Object.entries(contract)) {
      paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method]: operation(tag, name, endpoint) };
    }
  }
  return createDocument({
    openapi: '3.1.0',
    info: { title: 'Servicebook', version: '1', description: 'The REST API of Servicebook.' },
    servers: [{ url }],
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: cookie },
        basic: { type: 'http', scheme: 'basic' },
      },
    },
  });
}
