import { BooleanField, EnumField, NestedField, TextField } from '../../../platform/http/index.js';
import { accountTypes } from '@tamis/library';

const short = { max: 255 } as const;

/** What a payment says about how a party pays; further members are kept as they are. */
export class PaymentDetailsBody {
  @TextField(short) taxId?: string;
  @TextField(short) accountNumber?: string;
  @TextField(short) bankCode?: string;
}

/** Account and instrument of one party; further members are kept as they are. */
export class PartyDetailsBody {
  @TextField(short) accountNumber?: string;
  @EnumField(accountTypes, 'AccountType') accountType?: string;
  @TextField(short) bankCode?: string;
  @TextField(short) bankName?: string;
  @TextField(short) taxId?: string;
  @BooleanField() governmentAccount?: boolean;
  @NestedField(() => PaymentDetailsBody) paymentDetails?: PaymentDetailsBody;
  @TextField(short) cbu?: string;
  @TextField(short) cvu?: string;
  @TextField(short) iban?: string;
  @TextField(short) alias?: string;
  @TextField(short) pixKey?: string;
  @TextField(short) cardFingerprint?: string;
  @TextField(short) bin?: string;
  @TextField(short) last4?: string;
  @TextField(short) walletAddress?: string;
  @TextField(short) mcc?: string;
}
