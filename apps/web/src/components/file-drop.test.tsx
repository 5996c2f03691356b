import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderComponent } from '../testing/render-component.tsx';
import { FilePicker } from './file-drop.tsx';

const onFiles = vi.fn();
const photo = new File(['x'], 'photo.jpg', { type: 'image/jpeg' });
const table = new File(['x'], 'table.xlsx', { type: 'application/vnd.ms-excel' });
const zone = () => screen.getByText(/drop/).parentElement?.parentElement as HTMLElement;
const drop = (...files: File[]) =>
  fireEvent.drop(zone(), { dataTransfer: { files: files as unknown as FileList, types: ['Files'] } });
const inputs = () => [...document.querySelectorAll<HTMLInputElement>('input[type=file]')];

beforeEach(() => onFiles.mockClear());

describe('FilePicker', () => {
  it('accepts selected files', async () => {
    const { user } = await renderComponent(<FilePicker accept="image/*" onFiles={onFiles} />);
    expect(screen.getByRole('button', { name: 'Choose a file' })).toBeEnabled();
    await user.upload(inputs()[0] as HTMLInputElement, photo);
    expect(onFiles).toHaveBeenCalledWith([photo]);
  });

  it('accepts dropped files of the right type', async () => {
    await renderComponent(<FilePicker accept="image/*" multiple onFiles={onFiles} />);
    drop(photo, table);
    expect(screen.getByRole('alert')).toHaveTextContent('“table.xlsx” is not an accepted type of file.');
    expect(onFiles).not.toHaveBeenCalled();
    drop(photo, photo);
    expect(onFiles).toHaveBeenCalledWith([photo, photo]);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('accepts a single file if only one is allowed', async () => {
    await renderComponent(<FilePicker onFiles={onFiles} />);
    drop(photo, photo);
    expect(screen.getByRole('alert')).toHaveTextContent('One file at a time, please.');
    expect(onFiles).not.toHaveBeenCalled();
  });

  it('accepts nothing while it is busy', async () => {
    await renderComponent(<FilePicker onFiles={onFiles} loading />);
    drop(photo);
    expect(onFiles).not.toHaveBeenCalled();
  });

  it('opens the rear camera for photos', async () => {
    await renderComponent(<FilePicker accept="image/*,.pdf" onFiles={onFiles} />);
    expect(inputs()[1]).toHaveAttribute('capture', 'environment');
  });
});
