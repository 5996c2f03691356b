import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface SearchBoxProps {
  value: string;
  onSearch: (text: string) => void;
  placeholder?: string | undefined;
}

/** Searches shortly after the last keystroke, or at once on Enter or when cleared; keeps the focus. */
export function SearchBox({ value, onSearch, placeholder }: SearchBoxProps) {
  const { t } = useTranslation('components');
  const [typed, setTyped] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const lastSent = useRef(value);

  const send = (text: string) => {
    if (text === lastSent.current) return;
    lastSent.current = text;
    onSearch(text);
  };
  const sendLater = useDebouncedCallback(send, 100);

  // A search set from outside (back button, "show all") replaces the text; an echo of our own search does not.
  useEffect(() => {
    if (value === lastSent.current) return;
    lastSent.current = value;
    setTyped(value);
    sendLater.cancel();
  }, [value, sendLater]);

  const clear = () => {
    setTyped('');
    sendLater.cancel();
    send('');
    input.current?.focus();
  };

  return (
    <TextInput
      ref={input}
      type="search"
      role="searchbox"
      enterKeyHint="search"
      autoComplete="off"
      flex={{ base: '1 1 0', md: '1 1 16rem' }}
      miw={0}
      maw={{ md: '26rem' }}
      aria-label={placeholder ?? t('table.search')}
      placeholder={placeholder ?? t('table.search')}
      maxLength={200}
      leftSection={<IconSearch size={18} aria-hidden />}
      leftSectionPointerEvents="none"
      rightSectionPointerEvents="all"
      rightSectionWidth={44}
      rightSection={
        typed === '' ? null : (
          <CloseButton
            iconSize={18}
            aria-label={t('table.clearSearch')}
            // Keeps the focus, and on a phone the keyboard.
            onMouseDown={(event) => event.preventDefault()}
            onClick={clear}
          />
        )
      }
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        sendLater(event.currentTarget.value.trim());
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          event.preventDefault();
          sendLater.cancel();
          send(typed.trim());
        }
        if (event.key === 'Escape' && typed !== '') {
          event.preventDefault();
          event.stopPropagation();
          clear();
        }
      }}
    />
  );
}
