// The formulas of declared fields, such as energy_j / output_tokens: the part of the language of github.com/expr-lang/expr
// that they use. What depends on a missing value is missing, and so is a formula that this script cannot compute.

const token = /\s*(?:(\d+\.?\d*(?:e[+-]?\d+)?|\.\d+)|([A-Za-z_]\w*)|"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(\?\?|\|\||&&|[=!<>]=|\*\*|[-+*/%<>!?:(),^]))/iy;

const tokensOf = (source) => {
  const found = [];
  token.lastIndex = 0;
  while (token.lastIndex < source.trimEnd().length) {
    const at = token.exec(source);
    if (!at) throw new SyntaxError(source);
    const [, number, name, double, single, sign] = at;
    const text = double ?? single;
    found.push(number !== undefined ? { value: Number(number) } : text !== undefined ? { value: text.replace(/\\(.)/g, '$1') } : { name, sign });
  }
  return found;
};

const both = (of) => (a, b) => (a === null || b === null ? null : of(a, b));
const numbers = (of) => both((a, b) => (typeof a === 'number' && typeof b === 'number' ? of(a, b) : null));
const texts = (of) => (x) => (typeof x === 'string' ? of(x) : null);

const binary = {
  '??': [1, (a, b) => a ?? b],
  '||': [2, (a, b) => a === true || b === true], or: [2, (a, b) => a === true || b === true],
  '&&': [3, (a, b) => a === true && b === true], and: [3, (a, b) => a === true && b === true],
  '==': [4, (a, b) => a === b], '!=': [4, (a, b) => a !== b],
  '<': [5, both((a, b) => a < b)], '<=': [5, both((a, b) => a <= b)], '>': [5, both((a, b) => a > b)], '>=': [5, both((a, b) => a >= b)],
  startsWith: [5, both((a, b) => String(a).startsWith(b))], endsWith: [5, both((a, b) => String(a).endsWith(b))],
  contains: [5, both((a, b) => String(a).includes(b))],
  '+': [6, both((a, b) => (typeof a === typeof b ? a + b : null))], '-': [6, numbers((a, b) => a - b)],
  '*': [7, numbers((a, b) => a * b)], '/': [7, numbers((a, b) => a / b)], '%': [7, numbers((a, b) => a % b)],
  '**': [8, numbers((a, b) => a ** b)], '^': [8, numbers((a, b) => a ** b)],
};

const functions = {
  string: (x) => (x === null ? null : String(x)), int: (x) => (x === null ? null : Math.trunc(Number(x))), float: (x) => (x === null ? null : Number(x)),
  round: (x) => (x === null ? null : Math.sign(x) * Math.round(Math.abs(x))), floor: (x) => (x === null ? null : Math.floor(x)),
  ceil: (x) => (x === null ? null : Math.ceil(x)), abs: (x) => (x === null ? null : Math.abs(x)),
  lower: texts((x) => x.toLowerCase()), upper: texts((x) => x.toUpperCase()), trim: texts((x) => x.trim()),
  min: (...all) => (all.includes(null) ? null : Math.min(...all)), max: (...all) => (all.includes(null) ? null : Math.max(...all)),
};

const constants = { nil: null, true: true, false: false };

// formulaOf is a formula over names, read once: a function from their values, which it asks for: value(name). One that cannot be
// read, or contains another name, is an error.
export const formulaOf = (source, names) => {
  const compute = parsed(tokensOf(source), new Set(names));
  return (value) => {
    const made = compute(value);
    return made === undefined || (typeof made === 'number' && !Number.isFinite(made)) ? null : made;
  };
};

// evaluate is the value of a formula over values by name, null where it is missing or not a value.
export const evaluate = (source, values) => {
  try {
    return formulaOf(source, Object.keys(values))((name) => values[name]);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
};

// parsed is what tokens compute from value(name). Operators compute both of their sides.
const parsed = (tokens, names) => {
  let at = 0;
  const is = (sign) => tokens[at]?.sign === sign;
  const expect = (sign) => {
    if (!is(sign)) throw new SyntaxError(sign);
    at++;
  };
  const unary = () => {
    if (is('-') || is('+')) {
      const minus = tokens[at++].sign === '-';
      const of = unary();
      return !minus ? of : (value) => {
        const x = of(value);
        return x === null ? x : -x;
      };
    }
    if (is('!') || tokens[at]?.name === 'not') {
      at++;
      const of = unary();
      return (value) => of(value) !== true;
    }
    return operand();
  };
  const operand = () => {
    const one = tokens[at++];
    if (!one) throw new SyntaxError('end');
    if ('value' in one) return () => one.value;
    if (one.sign === '(') {
      const inner = ternary();
      expect(')');
      return inner;
    }
    const { name } = one;
    if (name === undefined) throw new SyntaxError(one.sign);
    if (is('(')) return call(name);
    if (Object.hasOwn(constants, name)) return () => constants[name];
    if (!names.has(name)) throw new SyntaxError(name);
    return (value) => value(name);
  };
  const call = (name) => {
    expect('(');
    const given = [];
    while (!is(')')) {
      given.push(ternary());
      if (is(',')) at++;
      else break;
    }
    expect(')');
    if (!Object.hasOwn(functions, name)) throw new SyntaxError(name);
    const of = functions[name];
    return (value) => of(...given.map((one) => one(value)));
  };
  const climb = (least) => {
    let left = unary();
    for (;;) {
      const { sign, name } = tokens[at] ?? {};
      const [level, of] = Object.hasOwn(binary, sign ?? name) ? binary[sign ?? name] : [];
      if (!level || level < least) return left;
      at++;
      const [a, b] = [left, climb(level + 1)];
      left = (value) => of(a(value), b(value));
    }
  };
  const ternary = () => {
    const asked = climb(1);
    if (!is('?')) return asked;
    at++;
    const then = ternary();
    expect(':');
    const other = ternary();
    return (value) => (asked(value) === true ? then(value) : other(value));
  };
  const whole = ternary();
  if (at < tokens.length) throw new SyntaxError('rest');
  return whole;
};
