import { i18n } from './i18n.ts';
import { showToast } from './toast.ts';
import { isKept } from './unsent.ts';

/** Says that something was saved, or that it waits on this phone. @param answer of the call that saved it */
export const showSaved = (answer: unknown): void =>
  showToast({
    tone: 'success',
    message: i18n.t(isKept(answer) ? 'components:stored.savedOnPhone' : 'common:saved'),
  });
