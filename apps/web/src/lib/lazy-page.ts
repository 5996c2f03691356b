import type { Namespace } from '@servicebook/i18n/resources.ts';
import type { ComponentType } from 'react';
import { i18n, startI18n } from './i18n.ts';

/**
 * A page that new visitors open first, loaded when it is opened.
 * @param texts the namespaces the page uses besides `common` and `errors`.
 */
export const firstPage =
  (load: () => Promise<ComponentType>, texts: Namespace[] = []) =>
  async (): Promise<{ Component: ComponentType }> => {
    const [Component] = await Promise.all([load(), startI18n().then(() => i18n.loadNamespaces(texts))]);
    return { Component };
  };

/** Any other page. It also gets the texts of forms and tables. */
export const lazyPage = (load: () => Promise<ComponentType>, texts: Namespace[] = []) =>
  firstPage(load, ['components', ...texts]);
