import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../lib/api-error.ts';
import { renderComponent } from '../testing/render-component.tsx';
import { SearchMultiSelect } from './search-multi-select.tsx';
import { SearchSelect } from './search-select.tsx';
import type { LoadedOptions, LoadOptions, Option } from './use-options.ts';

const customers = ['Alfa', 'Alfa Beta', 'Gamma'].map((label, index) => ({ id: index + 1, label }));
const find: LoadOptions = async (text) =>
  customers.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()));

type Props = Partial<React.ComponentProps<typeof SearchSelect>>;
function Field({ loadOptions = find, value = null, onChange, ...props }: Props) {
  const [chosen, setChosen] = useState<Option | null>(value);
  return (
    <SearchSelect
      label="Customer"
      loadOptions={loadOptions}
      value={chosen}
      onChange={(next) => {
        setChosen(next);
        onChange?.(next);
      }}
      {...props}
    />
  );
}
const field = () => screen.getByRole('combobox', { name: 'Customer' });
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);

describe('SearchSelect', () => {
  it('shows the options when opened, and selects a clicked one', async () => {
    const onChange = vi.fn();
    const { user } = await renderComponent(<Field onChange={onChange} />);
    await user.click(field());
    await waitFor(() => expect(options()).toEqual(['Alfa', 'Alfa Beta', 'Gamma']));
    await user.click(screen.getByRole('option', { name: 'Gamma' }));
    expect(onChange).toHaveBeenCalledWith({ id: 3, label: 'Gamma' });
    expect(field()).toHaveValue('Gamma');
  });

  it('searches once for the typed text, not for every letter', async () => {
    const loadOptions = vi.fn(find);
    const { user } = await renderComponent(<Field loadOptions={loadOptions} />);
    await user.click(field());
    await user.type(field(), 'beta');
    await waitFor(() => expect(options()).toEqual(['Alfa Beta']));
    expect(loadOptions.mock.calls.map(([text]) => text)).toEqual(['', 'beta']);
  });

  it('aborts an older search, and drops its late answer', async () => {
    const answers = new Map<string, (found: LoadedOptions) => void>();
    const signals = new Map<string, AbortSignal>();
    const loadOptions: LoadOptions = (text, signal) => {
      signals.set(text, signal);
      return new Promise((resolve) => answers.set(text, resolve));
    };
    const { user } = await renderComponent(<Field loadOptions={loadOptions} />);
    await user.click(field());
    await user.type(field(), 'a');
    await waitFor(() => expect(answers.has('a')).toBe(true));
    await user.type(field(), 'b');
    await waitFor(() => expect(answers.has('ab')).toBe(true));
    expect(signals.get('a')?.aborted).toBe(true);
    answers.get('ab')?.([{ id: 2, label: 'About right' }]);
    await waitFor(() => expect(options()).toEqual(['About right']));
    answers.get('a')?.([{ id: 1, label: 'Too late' }]);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(options()).toEqual(['About right']);
  });

  it('offers no results of an earlier search while loading', async () => {
    const loadOptions: LoadOptions = async (text) =>
      text === '' ? [{ id: 1, label: 'Presso 160' }] : new Promise<LoadedOptions>(() => {});
    const onChange = vi.fn();
    const { user } = await renderComponent(<Field loadOptions={loadOptions} onChange={onChange} />);
    await user.click(field());
    await waitFor(() => expect(options()).toEqual(['Presso 160']));
    await user.type(field(), '1407');
    await user.click(screen.getByText('Presso 160'));
    expect(onChange).not.toHaveBeenCalled();
  });

  it('selects the best result on Enter without submitting the form', async () => {
    const [onChange, onSubmit] = [vi.fn(), vi.fn()];
    const { user } = await renderComponent(
      <form onSubmit={onSubmit}>
        <Field onChange={onChange} />
      </form>,
    );
    await user.type(field(), 'gam');
    await waitFor(() => expect(options()).toEqual(['Gamma']));
    await user.keyboard('{Enter}');
    expect(onChange).toHaveBeenCalledWith(customers[2]);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('keeps the typed text if nothing is found or the server is unreachable, and retries', async () => {
    let broken = true;
    const loadOptions: LoadOptions = async (text, signal) => {
      if (broken) throw new ApiError({ status: 0, code: 'CONNECTION' });
      return find(text, signal);
    };
    const { user } = await renderComponent(<Field loadOptions={loadOptions} />);
    await user.type(field(), 'gam');
    await screen.findAllByText(/connection/i);
    expect(field()).toHaveValue('gam');
    broken = false;
    await user.click(screen.getByRole('option', { name: 'Try again' }));
    await waitFor(() => expect(options()).toEqual(['Gamma']));
    await user.clear(field());
    await user.type(field(), 'nobody');
    await screen.findAllByText('Nothing matches “nobody”.');
    await user.tab();
    expect(field()).toHaveValue('nobody');
  });

  it('returns to the current choice if the user only searched', async () => {
    const onChange = vi.fn();
    const { user } = await renderComponent(<Field value={{ id: 1, label: 'Alfa' }} onChange={onChange} />);
    await user.clear(field());
    await user.type(field(), 'zzz');
    await user.tab();
    expect(field()).toHaveValue('Alfa');
    expect(onChange).not.toHaveBeenCalled();
  });

  it('accepts a name typed in full', async () => {
    const onChange = vi.fn();
    const { user } = await renderComponent(<Field onChange={onChange} />);
    await user.type(field(), 'GAMMA');
    await waitFor(() => expect(options()).toEqual(['Gamma']));
    await user.tab();
    expect(onChange).toHaveBeenCalledWith(customers[2]);
  });

  it('says if there are more options than shown', async () => {
    const { user } = await renderComponent(
      <Field loadOptions={async () => ({ content: customers, totalElements: 340 })} />,
    );
    await user.click(field());
    expect(await screen.findAllByText('3 of 340 shown. Type more to narrow the list.')).not.toHaveLength(0);
  });

  it('passes the typed text to the extra action', async () => {
    const onClick = vi.fn();
    const { user } = await renderComponent(<Field action={{ label: 'Add a customer', onClick }} />);
    await user.type(field(), 'Delta');
    await screen.findAllByText('Nothing matches “Delta”.');
    await user.keyboard('{ArrowDown}{Enter}');
    expect(onClick).toHaveBeenCalledWith('Delta');
  });

  it('can be cleared if it is optional', async () => {
    const onChange = vi.fn();
    const { user } = await renderComponent(
      <Field value={{ id: 1, label: 'Alfa' }} onChange={onChange} clearable />,
    );
    await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(onChange).toHaveBeenCalledWith(null);
    expect(field()).toHaveValue('');
  });
});

interface FieldsProps {
  onChange: (value: Option[]) => void;
  error?: string;
  onUnchosen?: (unchosen: boolean) => void;
}
function Fields({ onChange, ...props }: FieldsProps) {
  const [value, setValue] = useState<Option[]>([{ id: 1, label: 'Alfa' }]);
  const change = (next: Option[]) => {
    setValue(next);
    onChange(next);
  };
  return <SearchMultiSelect label="Customer" value={value} onChange={change} loadOptions={find} {...props} />;
}

describe('SearchMultiSelect', () => {
  const ids = (onChange: ReturnType<typeof vi.fn>) =>
    onChange.mock.calls.map(([chosen]) => (chosen as Option[]).map(({ id }) => id));

  it('adds and removes options', async () => {
    const onChange = vi.fn();
    const { user } = await renderComponent(<Fields onChange={onChange} />);
    await user.click(field());
    await user.click(await screen.findByRole('option', { name: 'Gamma' }));
    await user.click(screen.getByRole('option', { name: 'Alfa' }));
    await user.click(screen.getByRole('button', { name: 'Remove Gamma' }));
    expect(ids(onChange)).toEqual([[1, 3], [3], []]);
  });

  it('removes the last one on backspace in the empty field', async () => {
    const onChange = vi.fn();
    const { user } = await renderComponent(<Fields onChange={onChange} />);
    await user.click(field());
    await user.keyboard('a{Backspace}');
    expect(onChange).not.toHaveBeenCalled();
    await user.keyboard('{Backspace}');
    expect(ids(onChange)).toEqual([[]]);
  });

  it('says that text left in it is no choice, until one is made', async () => {
    const onUnchosen = vi.fn();
    const { user } = await renderComponent(<Fields onChange={vi.fn()} onUnchosen={onUnchosen} />);
    await user.type(field(), 'gamm');
    await user.tab();
    expect(await screen.findByText('Choose from the list, or delete the text.')).toBeVisible();
    expect(field()).toHaveValue('gamm');
    expect(onUnchosen).toHaveBeenLastCalledWith(true);
    await user.click(field());
    await user.click(await screen.findByRole('option', { name: 'Gamma' }));
    await user.tab();
    expect(screen.queryByText('Choose from the list, or delete the text.')).toBeNull();
    expect(onUnchosen).toHaveBeenLastCalledWith(false);
  });

  it('does not cover its error, and opens on a click', async () => {
    const { user, show } = await renderComponent(<Fields onChange={vi.fn()} />);
    await user.click(field());
    expect(await screen.findByRole('option', { name: 'Gamma' })).toBeVisible();
    show(<Fields onChange={vi.fn()} error="Too long" />);
    await waitFor(() => expect(screen.queryByRole('option', { name: 'Gamma' })).toBeNull());
    await user.click(field());
    expect(await screen.findByRole('option', { name: 'Gamma' })).toBeVisible();
  });
});
