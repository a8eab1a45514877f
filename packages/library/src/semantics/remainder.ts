import { asDecimal, Decimal34, toNumeric, type Numeric } from '@tamis/stdx';

/** The remainder has the sign of the divisor. */
const Floored = Decimal34.clone({ modulo: Decimal34.ROUND_FLOOR });

/** Returns the remainder of `x` after whole multiples of `y`, with the sign of `y`. `y` must not be zero. */
export function remainder(x: Numeric, y: Numeric): Numeric {
  if (Number.isSafeInteger(x) && Number.isSafeInteger(y)) {
    const rest = (x as number) % (y as number);
    return rest === 0 ? 0 : rest < 0 === (y as number) < 0 ? rest : rest + (y as number);
  }
  const rest = new Floored(asDecimal(x)).mod(new Floored(asDecimal(y)));
  return toNumeric(new Decimal34(rest));
}
