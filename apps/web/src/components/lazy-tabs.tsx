import { useAddress } from '../lib/use-address.ts';
import '@mantine/core/styles/Tabs.layer.css';
import { Tabs } from '@mantine/core';
import type { Namespace } from '@servicebook/i18n/resources.ts';
import type { TablerIcon } from '@tabler/icons-react';
import {
  type ComponentType,
  type LazyExoticComponent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { z } from 'zod';
import { i18n } from '../lib/i18n.ts';
import classes from './lazy-tabs.module.css';
import { LoadingState } from './states.tsx';

/** A tab's content, loaded with its texts when it is first opened. */
export const lazyPanel = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  texts: Namespace[],
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => {
    const [loaded] = await Promise.all([load(), i18n.loadNamespaces(texts)]);
    return { default: loaded };
  });

/** Scrolls the page's tabs up as far as the page is long, for a link to one of them that stands far above. */
export const showTabs = (): void =>
  document.querySelector('[role="tablist"]')?.scrollIntoView({ block: 'start' });

interface Tab<Key extends string> {
  key: Key;
  label: string;
  Icon: TablerIcon;
  content: ReactNode;
  /** The number of entries; zero is not shown. */
  count?: number | undefined;
}

interface LazyTabsProps<Key extends string> {
  /** In order; the first is open unless the address names another. */
  tabs: readonly [Tab<Key>, ...Tab<Key>[]];
  /** The query parameter of the open tab. */
  param: string;
  label: string;
  /** Narrower spacing for many tabs. */
  dense?: boolean;
}

/** Tabs of a page. The address contains the open tab; opened tabs stay mounted and keep their input. */
export function LazyTabs<Key extends string>({ tabs, param, label, dense = false }: LazyTabsProps<Key>) {
  const schema = useMemo(() => z.object({ [param]: z.string().nullish() }), [param]);
  const { values, change } = useAddress(schema);
  const tab = (tabs.find(({ key }) => key === values[param]) ?? tabs[0]).key;
  const list = useRef<HTMLDivElement>(null);
  const [visited, setVisited] = useState<Key[]>([tab]);
  if (!visited.includes(tab)) setVisited([...visited, tab]);

  useEffect(() => {
    const bar = list.current;
    const active = bar?.querySelector<HTMLElement>(`[data-tab="${tab}"]`);
    if (!bar || !active) return;
    // Only the bar scrolls, not the page.
    bar.scrollLeft = active.offsetLeft - (bar.clientWidth - active.offsetWidth) / 2;
  }, [tab]);

  const openTab = (name: string | null) => change({ [param]: name ?? tabs[0].key });
  return (
    <Tabs value={tab} onChange={openTab} keepMountedMode="display-none">
      <Tabs.List
        ref={list}
        className={classes.list}
        aria-label={label}
        {...(dense ? { 'data-dense': true } : {})}
      >
        {tabs.map(({ key, label: name, Icon, count }) => (
          <Tabs.Tab
            key={key}
            value={key}
            data-tab={key}
            leftSection={<Icon size={18} stroke={1.7} aria-hidden />}
          >
            {name}
            {count ? (
              <>
                {' '}
                <span className={classes.count}>{count}</span>
              </>
            ) : null}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ key, content }) => (
        <Tabs.Panel key={key} value={key} className={classes.panel}>
          {visited.includes(key) && <Suspense fallback={<LoadingState />}>{content}</Suspense>}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
