import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderComponent } from '../testing/render-component.tsx';
import { DateField, DateTimeField } from './date-field.tsx';

const onChange = vi.fn();
function Field({ of: Kind, start }: { of: typeof DateField; start: string | null }) {
  const [value, setValue] = useState(start);
  return (
    <Kind
      label="Handover"
      clearable
      value={value}
      onChange={(next) => {
        setValue(next);
        onChange(next);
      }}
    />
  );
}
const input = () => screen.getByRole('textbox', { name: 'Handover' });

beforeEach(() => onChange.mockClear());

describe('DateField', () => {
  it('shows the day in the screen’s language and accepts typed dates', async () => {
    const { user } = await renderComponent(<Field of={DateField} start="2026-03-07" />);
    expect(input()).toHaveValue('7 Mar 2026');
    await user.clear(input());
    await user.type(input(), '1.12.26');
    expect(onChange).not.toHaveBeenCalled();
    await user.tab();
    expect(onChange).toHaveBeenCalledWith('2026-12-01');
    expect(input()).toHaveValue('1 Dec 2026');
  });

  it('passes invalid text on, so that the form refuses it, and keeps it visible', async () => {
    const { user } = await renderComponent(<Field of={DateField} start="2026-03-07" />);
    await user.clear(input());
    await user.type(input(), '31.31.2026{Enter}');
    expect(onChange).toHaveBeenCalledWith('31.31.2026');
    expect(input()).toHaveValue('31.31.2026');
  });

  it('is cleared by emptying it and by its button', async () => {
    const { user } = await renderComponent(<Field of={DateField} start="2026-03-07" />);
    await user.clear(input());
    await user.tab();
    expect(onChange).toHaveBeenLastCalledWith(null);
    await user.type(input(), '1.1.2027{Enter}');
    await user.click(screen.getByRole('button', { name: 'Clear the date' }));
    expect(onChange).toHaveBeenLastCalledWith(null);
  });

  it('picks from the calendar and returns the focus to its button', async () => {
    const { user } = await renderComponent(<Field of={DateField} start="2026-03-07" />);
    const opener = screen.getByRole('button', { name: 'Handover: Choose in the calendar' });
    await user.click(opener);
    await user.click(await screen.findByRole('button', { name: '19 March 2026' }));
    expect(onChange).toHaveBeenCalledWith('2026-03-19');
    await waitFor(() => expect(opener).toHaveFocus());
  });
});

describe('DateTimeField', () => {
  it('changes day and time separately', async () => {
    const { user } = await renderComponent(<Field of={DateTimeField} start="2026-03-07T09:30" />);
    const time = screen.getByRole('textbox', { name: 'Time' });
    expect(time).toHaveValue('09:30');
    await user.clear(time);
    await user.type(time, '1405{Enter}');
    expect(onChange).toHaveBeenLastCalledWith('2026-03-07T14:05');
    await user.clear(input());
    await user.type(input(), '8.3.2026{Enter}');
    expect(onChange).toHaveBeenLastCalledWith('2026-03-08T14:05');
  });

  it('keeps the time if the typed text is invalid', async () => {
    const { user } = await renderComponent(<Field of={DateTimeField} start="2026-03-07T09:30" />);
    const time = screen.getByRole('textbox', { name: 'Time' });
    await user.clear(time);
    await user.type(time, '25:99');
    await user.tab();
    expect(time).toHaveValue('09:30');
    expect(onChange).not.toHaveBeenCalled();
  });
});
