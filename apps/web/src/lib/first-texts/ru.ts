import account from '@servicebook/i18n/ru/account.json';
import common from '@servicebook/i18n/ru/common.json';
import errors from '@servicebook/i18n/ru/errors.json';

export const texts = { account, common, errors };
