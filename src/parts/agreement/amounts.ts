/** Amounts of one object: lines make a sum, taxes and fees are parts, and what is paid and what is due make the whole. */
import { isJsonObject, type Json } from '../../core/primitives/json.ts';
import { wordGroups } from '../names/index.ts';
import { type Agree, amountIn, is, type PropertyNames } from './object-draft.ts';
import { progressOf } from './states.ts';

/** Most countries have a rate near this one. */
const usualTax = 0.2;
/** What a payment costs. */
const usualFee = 0.03;

/** Prices of one thing, the lowest first. */
const prices = [is('cost'), is('salePrice'), is('price'), is('listPrice')];

/** Nothing is sold for less than it costs, or in a sale for more than before. */
export const pricesIn = (names: PropertyNames): Agree | undefined => {
  const found = prices.flatMap((test) => names.where(test));
  const [lowest, highest] = prices
    .slice(1)
    .flatMap((test) => names.find(test) ?? [])
    .filter((_, index, all) => index === 0 || index === all.length - 1);
  const percent = names.find((words) => wordGroups.measures.is(words, 'discountRate'));
  if (found.length < 2) return undefined;
  return (draft) => {
    const free = found.filter((name) => draft.numberAt(name) !== undefined && draft.isFree(name));
    const sorted = free.map((name) => draft.numberAt(name) as number).sort((one, other) => one - other);
    for (const [index, name] of free.entries()) draft.setNumber(name, sorted[index] as number);
    const [low, high] = [draft.numberAt(lowest), draft.numberAt(highest)];
    if (low !== undefined && high !== undefined && high > 0 && low <= high)
      draft.setNumber(percent, Math.round((1 - low / high) * 100));
  };
};

/** A line costs its price times its quantity. */
export const productsIn = (names: PropertyNames): Agree | undefined => {
  const quantity = names.find(is('quantity'));
  const price = names.find(is('unitPrice')) ?? names.find(is('price'));
  const total = names.find(is('lineTotal'));
  if (quantity === undefined || price === undefined || total === undefined) return undefined;
  return (draft) => {
    const [count, each] = [draft.numberAt(quantity), draft.numberAt(price)];
    if (count !== undefined && each !== undefined && count * each > 0) draft.setNumber(total, count * each);
  };
};

/** Amounts before and after taxes: `net_amount`, `vat_amount` and `gross_amount`; `totalNet`, `totalVat` and `total`. */
export const taxesIn = (names: PropertyNames): readonly Agree[] =>
  names
    .where((words) => /\bnet\b/.test(words))
    .flatMap((net): Agree | readonly Agree[] => {
      const plain = net.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
      const otherBy = (...words: readonly string[]): string | undefined =>
        words.map((word) => names.named(plain.replace('net', word))).find((one) => one !== undefined);
      const [gross, tax] = [otherBy('gross', ''), otherBy('vat', 'tax')];
      if (gross === undefined) return [];
      const { takes } = names.allowed;
      return (draft) => {
        const [before, own] = [draft.numberAt(net), draft.numberAt(gross)];
        if (before === undefined || own === undefined || before <= 0) return;
        const isWhole = Number.isInteger(before) && Number.isInteger(own);
        const amount = Number((before * usualTax).toFixed(isWhole ? 0 : 2));
        const after = Number((before + amount).toFixed(2));
        // Without its tax, a sum would be wrong.
        const isTaxed = tax !== undefined && draft.value[tax] !== undefined;
        if (!takes(gross, after) || (isTaxed && (draft.numberAt(tax) === undefined || !takes(tax, amount)))) return;
        draft.setNumber(gross, after);
        if (isTaxed) draft.setNumber(tax, amount);
      };
    });

/** The lines make the subtotal, and this with what is beside it the total. */
export const sumsIn = (names: PropertyNames): Agree | undefined => {
  const lines = names.find(is('lines'));
  const subtotal = names.find(is('subtotal')) ?? names.find(is('netTotal'));
  const whole = names.find(is('total')) ?? (lines && names.named('amount'));
  if ((lines ?? subtotal) === undefined || (subtotal ?? whole) === undefined) return undefined;
  const taxes = names.where(is('added')).filter((name) => /\b(tax|vat)\b/.test(names.wordsOf(name)));
  const rates = names.where((words) => wordGroups.measuresInside.has(words, 'taxRate'));
  const signs = [
    ...names.where(is('added')).map((name) => [name, 1] as const),
    ...names.where(is('taken')).map((name) => [name, -1] as const),
  ];
  return (draft) => {
    const list = draft.value[lines ?? ''];
    const amounts = Array.isArray(list) ? list.map((line) => amountOf(line, names)) : [];
    const sum = amounts.length === 0 ? undefined : add(amounts);
    if (sum !== undefined) draft.setNumber(subtotal, sum);
    const before = subtotal === undefined ? sum : draft.numberAt(subtotal);
    if (before === undefined || before <= 0) return;
    for (const name of taxes) draft.setNumber(name, before * usualTax);
    if (taxes.length > 0) for (const name of rates) draft.setNumber(name, usualTax * 100);
    const beside = signs.reduce((all, [name, sign]) => all + sign * (draft.numberAt(name) ?? 0), 0);
    if (before + beside > 0) draft.setNumber(whole, before + beside);
  };
};

const add = (numbers: readonly (number | undefined)[]): number | undefined =>
  numbers.reduce((all, one) => (all === undefined || one === undefined ? undefined : all + one), 0);

/** What a line costs: its own total, else its price times its quantity. */
const amountOf = (line: Json, names: PropertyNames): number | undefined => {
  if (!isJsonObject(line)) return undefined;
  const numbers = Object.entries(line).map(([name, one]) => [names.wordsOf(name), one] as const);
  const find = (test: (words: string) => boolean): number | undefined => {
    return amountIn(numbers.find(([words]) => test(words))?.[1]);
  };
  const [price, quantity] = [find(is('unitPrice')) ?? find(is('price')), find(is('quantity'))];
  return find(is('lineTotal')) ?? (price === undefined || quantity === undefined ? undefined : price * quantity);
};

/** The words of a part, of the other one and of the whole. */
const shares = [
  ['paid', 'unpaid', 'total'],
  ['used', 'unused', 'usable'],
] as const;

/** What is paid and what is due make the total: all of it is paid where the status says so, and none where it is still pending. */
export const sharesIn = (names: PropertyNames): readonly Agree[] =>
  shares.flatMap((meanings): Agree | readonly Agree[] => {
    const [part, rest, whole] = meanings.map((meaning) => names.find(is(meaning)));
    if (whole === undefined || (part ?? rest) === undefined) return [];
    const status = meanings[0] === 'paid' ? names.find(is('status')) : undefined;
    return (draft) => {
      const all = draft.numberAt(whole);
      if (all === undefined) return;
      const progress = progressOf(draft.value[status ?? '']);
      const drawn = draft.numberAt(part) ?? all - (draft.numberAt(rest) ?? 0);
      const within = drawn >= 0 && drawn <= all ? drawn : (all * (Math.abs(drawn) % 100)) / 100;
      const isWhole = [part, rest, whole].every((name) => Number.isInteger(draft.numberAt(name) ?? 0));
      const own = progress === 'done' ? all : progress === 'pending' ? 0 : isWhole ? Math.floor(within) : within;
      const isSet = part === undefined || draft.setNumber(part, own) || draft.numberAt(part) === own;
      if (isSet) draft.setNumber(rest, all - (draft.numberAt(part) ?? own));
    };
  });

/** A payment is more than its fee, and what is left is the net amount; nothing is refunded of what is not. */
export const feesIn = (names: PropertyNames): readonly (Agree | undefined)[] => {
  const [amount, fee, net] = (['payment', 'fee', 'netAmount'] as const).map((meaning) => names.find(is(meaning)));
  const [refund, refunded] = [names.find(is('refund')), names.named('refunded')];
  const addFee: Agree = (draft) => {
    const all = draft.numberAt(amount);
    if (all === undefined || all <= 0) return;
    if ((draft.numberAt(fee) ?? 0) > all / 4)
      draft.setNumber(fee, Number.isInteger(all) ? Math.ceil(all * usualFee) : all * usualFee);
    draft.setNumber(net, all - (draft.numberAt(fee) ?? 0));
  };
  const limitRefund: Agree = (draft) => {
    const isRefunded = draft.value[refunded ?? ''] !== false;
    const all = draft.numberAt(amount) ?? draft.numberAt(names.find(is('total')));
    if (!isRefunded) draft.setNumber(refund, 0);
    else if (all !== undefined && (draft.numberAt(refund) ?? 0) > all) draft.setNumber(refund, all);
  };
  return [fee === undefined ? undefined : addFee, refund === undefined ? undefined : limitRefund];
};
