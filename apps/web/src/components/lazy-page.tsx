import type { Namespace } from '@servicebook/i18n/resources.ts';
import { type ComponentType, lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { i18n, startI18n } from '../lib/i18n.ts';
import { loadInPlace, tryAgain } from '../lib/load-code.ts';
import { NoConnectionState } from './states.tsx';

type Load = () => Promise<ComponentType>;

/** @param onAway told in place of the notice */
async function withTexts(load: Load, texts: Namespace[], onAway: (() => void) | null = null) {
  const [Component] = await Promise.all([
    loadInPlace(load, onAway),
    startI18n().then(() => loadInPlace(() => i18n.loadNamespaces(texts), onAway)),
  ]);
  return Component;
}

/** Why a page needs a connection. */
type Away = 'needsConnectionHint' | 'planningAway';

function NeedsConnection({ away }: { away: Away }) {
  const { t } = useTranslation();
  return (
    <NoConnectionState title={t('states.needsConnection')} hint={t(`states.${away}`)} onRetry={tryAgain} />
  );
}

/** In place of a page whose code is not on this device: it appears when it has loaded, if its address is still open. */
function latePage(page: Promise<ComponentType>, away: Away): ComponentType {
  const Page = lazy(async () => ({ default: await page }));
  // biome-ignore lint/correctness/noComponentHookFactories: once for each address, never while rendering
  return function LatePage() {
    return (
      <Suspense fallback={<NeedsConnection away={away} />}>
        <Page />
      </Suspense>
    );
  };
}

/**
 * A page that new visitors open first, loaded when it is opened. If its code or its texts are away, the address opens
 * all the same and says so: nothing may open by itself once the user has gone elsewhere.
 * @param texts the namespaces the page uses besides `common` and `errors`.
 * @param away what it says of itself until then
 */
export const firstPage =
  (load: Load, texts: Namespace[] = [], away: Away = 'needsConnectionHint') =>
  (): Promise<{ Component: ComponentType }> =>
    new Promise((resolve, reject) => {
      const page = withTexts(load, texts, () => resolve({ Component: latePage(page, away) }));
      page.then((Component) => resolve({ Component }), reject);
    });

/** Any other page. It also gets the texts of forms and tables. */
export const lazyPage = (load: Load, texts: Namespace[] = [], away?: Away) =>
  firstPage(load, ['components', ...texts], away);

/** A part of the frame, with its texts. */
export const lazyPart = (load: Load, texts: Namespace[]) => async () => ({
  default: await withTexts(load, ['components', ...texts]),
});
