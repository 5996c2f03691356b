import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { Combobox, Loader, Pill, PillsInput, useCombobox } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { entry, SearchOptions } from './search-options.tsx';
import classes from './search-select.module.css';
import type { SearchFieldProps } from './search-select.tsx';
import { type Option, useOptions } from './use-options.ts';

interface SearchMultiSelectProps extends SearchFieldProps {
  value: Option[];
  onChange: (value: Option[]) => void;
  autoFocus?: boolean;
  /** Closes after a choice, so that the content below is visible. For fields where one choice is usually enough. */
  closesOnChoice?: boolean;
  /** Whether text was left in the field that is no choice. */
  onUnchosen?: (unchosen: boolean) => void;
}

/**
 * Selects several of many options, found by typing; choosing one again removes it. By default the list stays open for
 * the next choice.
 */
export function SearchMultiSelect({
  value,
  onChange,
  loadOptions,
  action,
  placeholder,
  disabled,
  name,
  onBlur,
  autoFocus,
  closesOnChoice,
  onUnchosen,
  ref,
  ...rest
}: SearchMultiSelectProps) {
  const { t } = useTranslation('components');
  const [typed, setTyped] = useState('');
  const [left, setLeft] = useState(false);
  const unchosen = left && typed.trim() !== '';
  const found = useOptions(loadOptions);
  const input = useRef<HTMLInputElement>(null);
  const field = useMergedRef(ref, input);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const { options, search, status } = found;

  const open = () => {
    if (disabled || combobox.dropdownOpened) return;
    combobox.openDropdown();
    search(typed.trim(), 0);
  };
  // A failed validation focuses the field; the list must not cover its error.
  const { error } = rest;
  const { closeDropdown } = combobox;
  // biome-ignore lint/correctness/useExhaustiveDependencies: closed when the error comes, not whenever it is drawn again
  useEffect(() => {
    if (error) closeDropdown();
  }, [error]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reported when it changes
  useEffect(() => {
    if (!unchosen) return;
    onUnchosen?.(true);
    return () => onUnchosen?.(false);
  }, [unchosen]);
  /** Also closes the keyboard on a phone. */
  const leave = () => {
    combobox.closeDropdown();
    input.current?.blur();
  };
  /** Options with the same name differ by their hint. */
  const shown = ({ id, label, hint }: Option) =>
    hint && value.some((other) => other.label === label && other.id !== id) ? `${label} (${hint})` : label;
  const remove = (id: number) => onChange(value.filter((option) => option.id !== id));
  const toggle = (option: Option) => {
    if (value.some((chosen) => chosen.id === option.id)) remove(option.id);
    else onChange([...value, option]);
    if (typed !== '') {
      setTyped('');
      search('', 0);
    }
  };

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        if (id === entry.retry) search(found.text, 0);
        else if (id === entry.action) {
          combobox.closeDropdown();
          action?.onClick(typed.trim());
        } else {
          const option = options.find((candidate) => String(candidate.id) === id);
          if (option) toggle(option);
          if (closesOnChoice) leave();
        }
      }}
    >
      <Combobox.DropdownTarget>
        <PillsInput
          {...rest}
          error={error || (unchosen && t('select.unchosen'))}
          disabled={disabled ?? false}
          classNames={{ input: classes.multiInput ?? '' }}
          className={`${classes.multi} ${rest.className ?? ''}`}
          onClick={open}
          rightSectionPointerEvents="none"
          rightSectionWidth={44}
          rightSection={
            combobox.dropdownOpened && status === 'loading' ? (
              <Loader size={18} aria-hidden />
            ) : (
              <IconChevronDown size={18} aria-hidden className={classes.chevron ?? ''} />
            )
          }
        >
          <Pill.Group>
            {value.map((option) => (
              <Pill
                key={option.id}
                withRemoveButton={!disabled}
                onRemove={() => remove(option.id)}
                classNames={{ root: classes.pill ?? '', label: classes.pillLabel ?? '' }}
                title={shown(option)}
                removeButtonProps={{
                  iconSize: 14,
                  'aria-label': t('select.remove', { item: shown(option) }),
                  'aria-hidden': false,
                  tabIndex: 0,
                }}
              >
                {shown(option)}
              </Pill>
            ))}
            <Combobox.EventsTarget withExpandedAttribute autoComplete="off">
              <PillsInput.Field
                ref={field}
                autoFocus={autoFocus ?? false}
                name={name}
                aria-label={rest['aria-label']}
                placeholder={value.length === 0 ? placeholder : undefined}
                value={typed}
                onFocus={() => {
                  setLeft(false);
                  if (!error) open();
                }}
                onChange={(event) => {
                  setTyped(event.currentTarget.value);
                  combobox.openDropdown();
                  search(event.currentTarget.value.trim());
                }}
                onKeyDown={(event) => {
                  if (event.key === 'Enter' && combobox.dropdownOpened) event.preventDefault();
                  const last = value.at(-1);
                  if (event.key === 'Backspace' && typed === '' && last) {
                    event.preventDefault();
                    remove(last.id);
                  }
                }}
                onBlur={() => {
                  setLeft(true);
                  combobox.closeDropdown();
                  onBlur?.();
                }}
              />
            </Combobox.EventsTarget>
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <SearchOptions state={found} chosen={value.map((option) => option.id)} action={action} />
    </Combobox>
  );
}
