import account from '@servicebook/i18n/en/account.json';
import common from '@servicebook/i18n/en/common.json';
import errors from '@servicebook/i18n/en/errors.json';

export const texts = { account, common, errors };
