import '@mantine/core/styles/NavLink.layer.css';
import {
  Box,
  Button,
  Card,
  CloseButton,
  Flex,
  Group,
  NavLink,
  Text,
  TextInput,
  VisuallyHidden,
} from '@mantine/core';
import type { FoundPlace } from '@servicebook/shared/geo';
import { IconMapPin, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { placeSearchQuery } from './place.queries.ts';

interface PlaceSearchProps {
  /** The text until something else is typed: the address of the machine or of the form. */
  start?: string;
  onChoose: (place: FoundPlace) => void;
}

const shortest = 2;

/**
 * Finds a place by name or address. It searches on Enter, never while typing, because the public geocoder forbids that.
 * It may be placed inside another form.
 */
export function PlaceSearch({ start = '', onChoose }: PlaceSearchProps) {
  const { t } = useTranslation('place');
  const [own, setOwn] = useState<string | null>(null);
  const typed = own ?? start;
  const [asked, setAsked] = useState('');
  const { data, error, isFetching, refetch } = useQuery({
    ...placeSearchQuery(asked),
    enabled: asked !== '',
  });
  const field = useRef<HTMLInputElement>(null);
  const listId = useId();

  const search = (event?: FormEvent) => {
    event?.preventDefault();
    const text = typed.trim();
    if (text.length < shortest) return field.current?.focus();
    if (text === asked && error) refetch();
    setAsked(text);
  };
  const close = () => {
    setAsked('');
    field.current?.focus();
  };
  const places = () => [...(document.getElementById(listId)?.querySelectorAll('button') ?? [])];
  const moveTo = (index: number) => {
    const buttons = places();
    if (index < 0) field.current?.focus();
    else buttons[Math.min(index, buttons.length - 1)]?.focus();
  };
  const onFieldKey = (event: KeyboardEvent) => {
    // Not a form of its own, because it may be inside one.
    if (event.key === 'Enter') {
      event.preventDefault();
      search();
    }
    if (event.key === 'ArrowDown' && data?.length) {
      event.preventDefault();
      moveTo(0);
    }
    if (event.key === 'Escape' && asked) {
      event.stopPropagation();
      close();
    }
  };
  const onListKey = (event: KeyboardEvent) => {
    const buttons = places();
    const here = buttons.indexOf(event.target as HTMLButtonElement);
    const targets: Record<string, number> = {
      down: here + 1,
      up: here - 1,
      home: 0,
      end: buttons.length - 1,
    };
    const target = targets[event.key.replace('Arrow', '').toLowerCase()];
    if (target === undefined && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (target === undefined) close();
    else moveTo(target);
  };

  return (
    <Box miw={0}>
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <TextInput
          ref={field}
          flex={1}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={200}
          label={t('search.label')}
          placeholder={t('search.placeholder')}
          leftSection={<IconSearch size={18} aria-hidden />}
          leftSectionPointerEvents="none"
          value={typed}
          onChange={(event) => setOwn(event.currentTarget.value)}
          onKeyDown={onFieldKey}
        />
        <Button variant="default" loading={isFetching} onClick={() => search()}>
          {t('search.submit')}
        </Button>
      </Group>
      <VisuallyHidden role="status">
        {asked && data && data.length > 0 && t('search.count', { count: data.length })}
      </VisuallyHidden>
      {asked && !isFetching && <ErrorNotice error={error} mt="xs" />}
      {asked && data?.length === 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('search.nothing', { text: asked })}
        </Text>
      )}
      {asked && data && data.length > 0 && (
        <Card padding={0} mt="xs" mod="rows">
          <Group justify="space-between" ps="sm">
            <Text size="sm" c="dimmed" aria-hidden>
              {t('search.count', { count: data.length })}
            </Text>
            <CloseButton
              size="lg"
              iconSize={18}
              aria-label={t('search.close')}
              title={t('search.close')}
              onClick={close}
            />
          </Group>
          <Flex
            component="ul"
            direction="column"
            mah="16rem"
            style={{ overflowY: 'auto' }}
            mod="rows"
            id={listId}
            aria-label={t('search.results')}
            onKeyDown={onListKey}
          >
            {data.map((place) => (
              <li key={`${place.latitude} ${place.longitude} ${place.label}`}>
                <NavLink
                  component="button"
                  type="button"
                  leftSection={<IconMapPin size={18} stroke={1.7} aria-hidden />}
                  label={place.label}
                  onClick={() => {
                    onChoose(place);
                    setAsked('');
                  }}
                />
              </li>
            ))}
          </Flex>
        </Card>
      )}
    </Box>
  );
}
