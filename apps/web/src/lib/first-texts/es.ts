import account from '@servicebook/i18n/es/account.json';
import common from '@servicebook/i18n/es/common.json';
import errors from '@servicebook/i18n/es/errors.json';

export const texts = { account, common, errors };
