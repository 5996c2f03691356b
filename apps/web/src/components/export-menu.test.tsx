import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '../lib/api-error.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { takeToasts } from '../lib/toast.ts';
import { renderComponent } from '../testing/render-component.tsx';
import { ExportMenu } from './export-menu.tsx';

afterEach(() => vi.unstubAllGlobals());

const show = (fetchFile: (format: 'csv' | 'xlsx') => Promise<File>) =>
  renderComponent(
    <QueryClientProvider client={createQueryClient()}>
      <ExportMenu fetchFile={fetchFile} />
    </QueryClientProvider>,
  );
const button = () => screen.getByRole('button', { name: 'Export' });

it('saves the server’s file under its name, and is busy until then', async () => {
  const saved: string[] = [];
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const answer = Promise.withResolvers<File>();
  const fetchFile = vi.fn(() => answer.promise);
  const { user } = await show(fetchFile);
  await user.click(button());
  await user.click(await screen.findByText('As an Excel file'));
  await waitFor(() => expect(button()).toHaveAttribute('data-loading'));
  expect(fetchFile.mock.calls[0]).toEqual(expect.arrayContaining(['xlsx']));
  answer.resolve(new File(['x'], 'Machines 2026-11-21.xlsx'));
  await waitFor(() => expect(saved).toEqual(['Machines 2026-11-21.xlsx']));
  expect(button()).not.toHaveAttribute('data-loading');
});

it('says why no file was created', async () => {
  const toasts: string[] = [];
  const letGo = takeToasts(({ message }) => void toasts.push(message));
  const { user } = await show(async () => {
    throw new ApiError({ status: 413, code: 'EXPORT_TOO_LARGE', message: 'At most 50000 rows.' });
  });
  await user.click(button());
  await user.click(await screen.findByText('As a CSV file'));
  await waitFor(() => expect(toasts).toEqual(['At most 50000 rows.']));
  letGo();
});

it('prints a list, and is busy until all its rows are there', async () => {
  const start = vi.fn();
  const menu = (isPrinted: boolean) => (
    <QueryClientProvider client={createQueryClient()}>
      <ExportMenu fetchFile={vi.fn()} printing={{ isPrinted, start }} />
    </QueryClientProvider>
  );
  const { user, show: change } = await renderComponent(menu(false));
  await user.click(button());
  await user.click(await screen.findByText('Print the whole list'));
  expect(start).toHaveBeenCalledOnce();
  change(menu(true));
  expect(button()).toHaveAttribute('data-loading');
});
