import account from '@servicebook/i18n/de/account.json';
import common from '@servicebook/i18n/de/common.json';
import errors from '@servicebook/i18n/de/errors.json';

export const texts = { account, common, errors };
