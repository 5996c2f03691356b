/** Shared helpers of the file tests. */
import type { DeviceFile } from '@servicebook/shared/file';
import { fireEvent } from '@testing-library/react';
import type { fakeServer } from '../../testing/fake-server.ts';

export const nameplatesCall = 'GET /api/file/findByDeviceAndType/5/MACHINE_NAMEPLATE';
export const filesCall = 'GET /api/file/findByDeviceAndType/5/MACHINE_FILE';
export const addCall = 'POST /api/file/add';

export const stored = (id: number, filename: string, more: Partial<DeviceFile> = {}): DeviceFile => ({
  id,
  filename,
  key: `key-${id}`,
  description: '',
  type: 'MACHINE_FILE',
  contentType: 'application/pdf',
  size: 120_000,
  device: { id: 5 },
  userId: 1,
  createdAt: '2026-03-07T12:00:00.000Z',
  ...more,
});

/** jsdom has neither a decoder nor workers. */
export const heic = () => new File(['\0\0\0\x18ftypheic\0\0\0\0mif1heic'], 'IMG_1.heic');

/** The content of a multipart call. */
export function sent(server: ReturnType<typeof fakeServer>) {
  return (server.sentTo(addCall) as FormData[]).map((form) => ({
    name: (form.get('file') as File).name,
    ...JSON.parse(String(form.get('fileJson'))),
  }));
}

/** The file inputs are hidden behind their buttons: the first is for files, the second for photos. */
export const pick = (place: HTMLElement, ...chosen: File[]) =>
  fireEvent.change(place.querySelector('input[type=file]') as HTMLInputElement, {
    target: { files: chosen },
  });
