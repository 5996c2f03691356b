import account from '@servicebook/i18n/it/account.json';
import common from '@servicebook/i18n/it/common.json';
import errors from '@servicebook/i18n/it/errors.json';

export const texts = { account, common, errors };
