import { CloseButton, Combobox, type InputWrapperProps, Loader, TextInput, useCombobox } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type Ref, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { entry, type SearchAction, SearchOptions } from './search-options.tsx';
import classes from './search-select.module.css';
import { type LoadOptions, type Option, useOptions } from './use-options.ts';

export interface SearchFieldProps
  extends Pick<InputWrapperProps, 'label' | 'description' | 'error' | 'required'> {
  loadOptions: LoadOptions;
  placeholder?: string;
  action?: SearchAction | undefined;
  disabled?: boolean | undefined;
  name?: string | undefined;
  onBlur?: (() => void) | undefined;
  ref?: Ref<HTMLInputElement>;
  className?: string;
  'aria-label'?: string;
}

interface SearchSelectProps extends SearchFieldProps {
  value: Option | null;
  onChange: (value: Option | null) => void;
  clearable?: boolean;
}

/**
 * Selects one of many options, found by typing. The choice stays until another is made; typed text stays visible as
 * long as nothing is chosen, so that a mistake costs no typing.
 */
export function SearchSelect({
  value,
  onChange,
  loadOptions,
  action,
  clearable = false,
  onBlur,
  ...rest
}: SearchSelectProps) {
  const { t } = useTranslation('components');
  /** Null: the field shows the choice. */
  const [typed, setTyped] = useState<string | null>(null);
  const found = useOptions(loadOptions);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const { status, options, search } = found;

  const open = () => {
    if (rest.disabled || combobox.dropdownOpened) return;
    combobox.openDropdown();
    search(value && typed === null ? '' : (typed ?? ''), 0);
  };
  const choose = (option: Option) => {
    setTyped(null);
    combobox.closeDropdown();
    onChange(option);
  };
  const clear = () => {
    setTyped(null);
    onChange(null);
  };

  // Enter takes the best result, as soon as the results match the typed text.
  const typing = typed !== null && typed !== '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store's identity changes with every render
  useEffect(() => {
    if (status === 'ready' && typing && options.length > 0) combobox.selectFirstOption();
    else combobox.resetSelectedOption();
  }, [status, options, typing]);

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        if (id === entry.retry) search(found.text, 0);
        else if (id === entry.action) {
          combobox.closeDropdown();
          action?.onClick((typed ?? '').trim());
        } else {
          const option = options.find((candidate) => String(candidate.id) === id);
          if (option) choose(option);
        }
      }}
    >
      <Combobox.Target withExpandedAttribute autoComplete="off">
        <TextInput
          {...rest}
          value={typed ?? value?.label ?? ''}
          onClick={open}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => {
            const text = event.currentTarget.value;
            setTyped(text);
            if (text === '' && clearable && value) onChange(null);
            combobox.openDropdown();
            search(text.trim());
          }}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown' || event.key === 'ArrowUp') open();
            // Enter goes to an open list, not to the form.
            if (event.key === 'Enter' && combobox.dropdownOpened) event.preventDefault();
          }}
          onBlur={() => {
            combobox.closeDropdown();
            const text = (typed ?? '').trim().toLowerCase();
            const same = options.filter((option) => option.label.toLowerCase() === text);
            if (text !== '' && found.text.toLowerCase() === text && same[0] && same.length === 1)
              choose(same[0]);
            else if (value || text === '') setTyped(null);
            onBlur?.();
          }}
          rightSectionPointerEvents={clearable && value ? 'all' : 'none'}
          rightSectionWidth={44}
          rightSection={
            combobox.dropdownOpened && status === 'loading' ? (
              <Loader size={18} aria-hidden />
            ) : clearable && value && !rest.disabled ? (
              <CloseButton
                iconSize={18}
                aria-label={t('select.clear')}
                onMouseDown={(event) => event.preventDefault()}
                onClick={clear}
              />
            ) : (
              <IconChevronDown size={18} aria-hidden className={classes.chevron ?? ''} />
            )
          }
        />
      </Combobox.Target>
      <SearchOptions state={found} chosen={value ? [value.id] : []} action={action} />
    </Combobox>
  );
}
