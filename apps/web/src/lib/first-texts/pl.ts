import account from '@servicebook/i18n/pl/account.json';
import common from '@servicebook/i18n/pl/common.json';
import errors from '@servicebook/i18n/pl/errors.json';

export const texts = { account, common, errors };
