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
  it('shows what there is when opened and takes what is clicked', async () => {
    const onChange = vi.fn();
    const { user } = await renderComponent(<Field onChange={onChange} />);
    await user.click(field());
    await waitFor(() => expect(options()).toEqual(['Alfa', 'Alfa Beta', 'Gamma']));
    await user.click(screen.getByRole('option', { name: 'Gamma' }));
    expect(onChange).toHaveBeenCalledWith({ id: 3, label: 'Gamma' });
    expect(field()).toHaveValue('Gamma');
  });

  it('searches once for what was typed, not for every letter', async () => {
    const loadOptions = vi.fn(find);
    const { user } = await renderComponent(<Field loadOptions={loadOptions} />);
    await user.click(field());
    await user.type(field(), 'beta');
    await waitFor(() => expect(options()).toEqual(['Alfa Beta']));
    expect(loadOptions.mock.calls.map(([text]) => text)).toEqual(['', 'beta']);
  });

  it('drops the answer of an older search that comes late, and aborts it', async () => {
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

  it('offers nothing of an earlier search while the answer is on its way', async () => {
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

  it('takes the best hit by Enter without sending the form', async () => {
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

  it('keeps what was typed when nothing is found or the server is gone, and tries again', async () => {
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

  it('returns to the choice that stands when another was only looked for', async () => {
    const onChange = vi.fn();
    const { user } = await renderComponent(<Field value={{ id: 1, label: 'Alfa' }} onChange={onChange} />);
    await user.clear(field());
    await user.type(field(), 'zzz');
    await user.tab();
    expect(field()).toHaveValue('Alfa');
    expect(onChange).not.toHaveBeenCalled();
  });

  it('takes a name typed in full', async () => {
    const onChange = vi.fn();
    const { user } = await renderComponent(<Field onChange={onChange} />);
    await user.type(field(), 'GAMMA');
    await waitFor(() => expect(options()).toEqual(['Gamma']));
    await user.tab();
    expect(onChange).toHaveBeenCalledWith(customers[2]);
  });

  it('says when there are more than it shows', async () => {
    const { user } = await renderComponent(
      <Field loadOptions={async () => ({ content: customers, totalElements: 340 })} />,
    );
    await user.click(field());
    expect(await screen.findAllByText('3 of 340 shown. Type more to narrow the list.')).not.toHaveLength(0);
  });

  it('hands what was typed to the way out', async () => {
    const onClick = vi.fn();
    const { user } = await renderComponent(<Field action={{ label: 'Add a customer', onClick }} />);
    await user.type(field(), 'Delta');
    await screen.findAllByText('Nothing matches “Delta”.');
    await user.keyboard('{ArrowDown}{Enter}');
    expect(onClick).toHaveBeenCalledWith('Delta');
  });

  it('is cleared where it may be', async () => {
    const onChange = vi.fn();
    const { user } = await renderComponent(
      <Field value={{ id: 1, label: 'Alfa' }} onChange={onChange} clearable />,
    );
    await user.click(screen.getByRole('button', { name: 'Clear the choice' }));
    expect(onChange).toHaveBeenCalledWith(null);
    expect(field()).toHaveValue('');
  });
});

function Fields({ onChange, error }: { onChange: (value: Option[]) => void; error?: string }) {
  const [value, setValue] = useState<Option[]>([{ id: 1, label: 'Alfa' }]);
  const change = (next: Option[]) => {
    setValue(next);
    onChange(next);
  };
  return (
    <SearchMultiSelect label="Customer" value={value} onChange={change} loadOptions={find} error={error} />
  );
}

describe('SearchMultiSelect', () => {
  const ids = (onChange: ReturnType<typeof vi.fn>) =>
    onChange.mock.calls.map(([chosen]) => (chosen as Option[]).map(({ id }) => id));

  it('adds, takes back and removes', async () => {
    const onChange = vi.fn();
    const { user } = await renderComponent(<Fields onChange={onChange} />);
    await user.click(field());
    await user.click(await screen.findByRole('option', { name: 'Gamma' }));
    await user.click(screen.getByRole('option', { name: 'Alfa' }));
    await user.click(screen.getByRole('button', { name: 'Remove Gamma' }));
    expect(ids(onChange)).toEqual([[1, 3], [3], []]);
  });

  it('removes the last by backspace in the empty field', async () => {
    const onChange = vi.fn();
    const { user } = await renderComponent(<Fields onChange={onChange} />);
    await user.click(field());
    await user.keyboard('a{Backspace}');
    expect(onChange).not.toHaveBeenCalled();
    await user.keyboard('{Backspace}');
    expect(ids(onChange)).toEqual([[]]);
  });

  it('does not cover what is wrong with it, and opens by a click', async () => {
    const { user, show } = await renderComponent(<Fields onChange={vi.fn()} />);
    await user.click(field());
    expect(await screen.findByRole('option', { name: 'Gamma' })).toBeVisible();
    show(<Fields onChange={vi.fn()} error="Too long" />);
    await waitFor(() => expect(screen.queryByRole('option', { name: 'Gamma' })).toBeNull());
    await user.click(field());
    expect(await screen.findByRole('option', { name: 'Gamma' })).toBeVisible();
  });
});
