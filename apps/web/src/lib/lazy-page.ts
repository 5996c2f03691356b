import type { Namespace } from '@servicebook/i18n/resources.ts';
import type { ComponentType } from 'react';
import { i18n, startI18n } from './i18n.ts';

/**
 * A route's page, loaded with its texts when it is first opened.
 * @param texts the namespaces the page uses besides `common` and `errors`.
 */
export const lazyPage =
  (load: () => Promise<ComponentType>, texts: Namespace[] = []) =>
  async (): Promise<{ Component: ComponentType }> => {
    const [Component] = await Promise.all([load(), startI18n().then(() => i18n.loadNamespaces(texts))]);
    return { Component };
  };
