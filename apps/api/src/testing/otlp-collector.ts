/** A collector of OpenTelemetry on this machine: takes traces over OTLP, as protobuf over HTTP. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface ReceivedSpan {
  name: string;
  traceId: string;
  spanId: string;
  /** Empty for the first span of a trace. */
  parentId: string;
  /** 2: a server's, 3: a client's, 5: a consumer's. */
  kind: number;
  attributes: Record<string, string | number>;
  /** The trace ids of its links. */
  links: string[];
  failed: boolean;
  /** The name of the service. */
  service: string;
}

/** The fields of a message by their number, as often as they come: bytes of what has a length, else a number. */
function fieldsOf(message: Buffer): Map<number, (Buffer | number)[]> {
  const fields = new Map<number, (Buffer | number)[]>();
  let at = 0;
  const varint = () => {
    for (let value = 0, factor = 1; ; factor *= 128) {
      const byte = message[at++] ?? 0;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  const bytes = (length: number) => {
    at += length;
    return message.subarray(at - length, at);
  };
  const read = [varint, () => bytes(8), () => bytes(varint()), null, null, () => bytes(4)];
  while (at < message.length) {
    const tag = varint();
    const value = read[tag % 8]?.();
    if (value === undefined) throw new Error(`no field of protobuf: ${tag}`);
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), value]);
  }
  return fields;
}

const messages = (message: Buffer, number: number) => (fieldsOf(message).get(number) ?? []) as Buffer[];
const text = (value: Buffer | number | undefined, encoding: 'hex' | 'utf8' = 'utf8') =>
  Buffer.isBuffer(value) ? value.toString(encoding) : '';

const attributesOf = (pairs: Buffer[]): ReceivedSpan['attributes'] =>
  Object.fromEntries(
    pairs.map((pair) => {
      const [key, value] = [1, 2].map((number) => messages(pair, number)[0] ?? Buffer.alloc(0));
      const [[first] = []] = [...fieldsOf(value ?? Buffer.alloc(0)).values()];
      return [text(key), Buffer.isBuffer(first) ? text(first) : (first ?? '')];
    }),
  );

function spanOf(span: Buffer, service: string): ReceivedSpan {
  const fields = fieldsOf(span);
  const first = (number: number) => fields.get(number)?.[0];
  const [status] = messages(span, 15);
  return {
    name: text(first(5)),
    traceId: text(first(1), 'hex'),
    spanId: text(first(2), 'hex'),
    parentId: text(first(4), 'hex'),
    kind: Number(first(6)),
    attributes: attributesOf(messages(span, 9)),
    links: messages(span, 13).map((link) => text(messages(link, 1)[0], 'hex')),
    failed: status !== undefined && fieldsOf(status).get(3)?.[0] === 2,
    service,
  };
}

const spansOf = (body: Buffer): ReceivedSpan[] =>
  messages(body, 1).flatMap((ofResource) => {
    const service = attributesOf(messages(ofResource, 1).flatMap((resource) => messages(resource, 1)));
    return messages(ofResource, 2).flatMap((ofScope) =>
      messages(ofScope, 2).map((span) => spanOf(span, String(service['service.name']))),
    );
  });

export async function startCollector() {
  const open = new Set<ServerResponse>();
  const collector = {
    url: '',
    spans: [] as ReceivedSpan[],
    /** All that was sent, to search for what must not be in it. */
    sent: '',
    /** Null: it takes what comes, and never answers. */
    status: 200 as number | null,
    /** How many senders wait for an answer. */
    waiting: () => open.size,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    if (request.url !== '/v1/traces') return response.writeHead(404).end();
    collector.sent += body.toString('latin1');
    collector.spans.push(...spansOf(body));
    if (collector.status !== null) return response.writeHead(collector.status).end();
    open.add(response);
    response.once('close', () => open.delete(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  collector.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return collector;
}
