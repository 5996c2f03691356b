/** Protocols as a technician sends them, signed as a customer does. */
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import type { Api, TestApp } from './app.ts';

export type ProtocolBody = Parameters<Api['service']['add']>[0]['body'];

let months = 0;
/**
 * The tenth of a past month that no other protocol of the test file has, so that its numbers start at 1. Files share the
 * count; it starts over before it comes to the present, because nobody signs work of the future.
 */
export const dateOfFreshMonth = (): string => {
  months = (months + 1) % 300;
  const month = String((months % 12) + 1).padStart(2, '0');
  return `${2000 + Math.floor(months / 12)}-${month}-10T10:00:00Z`;
};

/** A repair of one machine, in a month of its own. */
export const protocolOf = (
  device: { id: number; customerId: number },
  given: Partial<ProtocolBody> = {},
): ProtocolBody => ({
  date: dateOfFreshMonth(),
  type: ['REPAIR'],
  customer: { id: device.customerId },
  devices: [{ id: device.id }],
  ...given,
});

/** The body that saves a stored protocol as it is. */
export async function bodyOf(api: Api, id: number) {
  const { date, type, customer, devices, revision } = await api.service.findById({ params: { id } });
  return {
    id,
    date,
    type,
    customer: { id: customer.id },
    devices: devices.map((each) => ({ id: each.id })),
    revision,
  };
}

/** A frozen version as stored. */
export const readVersion = ({ deps }: TestApp, accountId: number, serviceId: number, version = 1) =>
  deps.db.of({ accountId }).serviceVersion.findUniqueOrThrow({
    where: { accountId_serviceId_version: { accountId, serviceId, version } },
    include: { signature: true, pdfFile: true },
  });

/** The strokes of a pen as SVG path data. */
export const drawnPath = 'M10 10 C20 40 40 40 60 12 L80 30';

export const signJson = {
  signerName: 'Jan Nowak',
  signerRole: 'Foreman',
  strokes: [
    {
      points: [
        { x: 10, y: 10, time: 0, pressure: 0.5 },
        { x: 80, y: 30, time: 300, pressure: 0.5 },
      ],
    },
  ],
  signedAt: new Date(Date.now() - 60_000).toISOString(),
};

/** Signs a protocol with a drawing: path data, or the bytes of a picture. */
export const signProtocol = (
  api: Api,
  id: number,
  given: object = {},
  drawing: string | Buffer = drawnPath,
) =>
  api.service.sign({
    params: { id },
    body: { ...signJson, ...given },
    file: new Blob([typeof drawing === 'string' ? drawing : new Uint8Array(drawing)]),
  });

/** The document of a protocol, or of one of its versions. */
export async function readPdf(api: Api, id: number, version?: number): Promise<Uint8Array> {
  const { data } = await api.http.get(`/api/service/pdf/${id}`, {
    params: { version },
    responseType: 'arraybuffer',
  });
  return new Uint8Array(data);
}

/** A picture of the strokes of a pen, on white or transparent. */
export const drawnPicture = (background: string | null = '#fff'): Promise<Buffer> => {
  const paper = background ? `<rect width="300" height="120" fill="${background}"/>` : '';
  const ink = `<path d="${drawnPath}" fill="none" stroke="#000" stroke-width="2"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="120">${paper}${ink}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
};

/** A picture of one colour; with `photographer`, it carries metadata. */
export const picture = (format: 'png' | 'jpeg', photographer?: string): Promise<Buffer> => {
  const plain = sharp({ create: { width: 300, height: 120, channels: 3, background: '#fff' } });
  const image = photographer ? plain.withExif({ IFD0: { Artist: photographer } }) : plain;
  return image.toFormat(format).toBuffer();
};

/** A valid header that promises 40,000 × 40,000 points, with next to nothing behind it. */
export async function hugePng(): Promise<Buffer> {
  const png = await picture('png');
  png.writeUInt32BE(40_000, 16);
  png.writeUInt32BE(40_000, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}
