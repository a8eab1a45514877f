/** Grammar of the rules of the benchmark, with actions that build the syntax tree of the language. `make` is `peggyActions`. */
export const peggyGrammar = String.raw`
File = _ rules:Rule* { return rules; }

Rule = start:Here 'rule' W key:Word _ title:Text _ '{' _ on:On _ score:Score _ 'when' W when:Or _ end:Close _
  { return options.make.rule(key, title, on, score, when, start, end); }
Here = '' { return offset(); }
Close = '}' { return offset() + 1; }

On = start:Here 'on' W target:Word _ '(' _ trigger:Word _ end:ClosingParenthesis
  { return options.make.target(target, trigger, start, end); }
ClosingParenthesis = ')' { return offset() + 1; }
Score = 'score' W number:Number { return number; }

Or = first:And rest:(_ 'or' W item:And { return item; })* { return options.make.chain('or', first, rest); }
And = first:Not rest:(_ 'and' W item:Not { return item; })* { return options.make.chain('and', first, rest); }
Not
  = start:Here 'not' B _ operand:Not { return options.make.not(operand, start); }
  / Comparison
Comparison
  = start:Here '(' _ inner:Or _ end:ClosingParenthesis { return options.make.parenthesized(inner, start, end); }
  / left:Value tail:Tail? { return tail ? options.make.operation(left, tail) : left; }
Tail
  = _ sign:$('<=' / '>=' / '!=' / '<' / '>' / '=') _ right:Value { return { sign, operands: [right] }; }
  / W 'between' W low:Value W 'and' W high:Value { return { sign: 'between', operands: [low, high] }; }
  / W 'not' W 'in' W right:Value { return { sign: 'not in', operands: [right] }; }
  / W 'in' W right:Value { return { sign: 'in', operands: [right] }; }
  / W 'starts' W 'with' W right:Value { return { sign: 'starts with', operands: [right] }; }

Value = value:(Array / Text / Money / Number / Boolean / Path) { return value; }
Array = start:Here '[' _ first:Value rest:(_ ',' _ item:Value { return item; })* _ end:ClosingBracket
  { return options.make.array([first, ...rest], start, end); }
ClosingBracket = ']' { return offset() + 1; }
Text = '"' value:$[^"\\\r\n]* '"' { return options.make.text(value, offset()); }
Money = amount:$Digits [ \t]+ unit:$([A-Z][A-Z][A-Z]) B { return options.make.money(amount, unit, range()); }
Number = text:$Digits { return options.make.number(text, offset()); }
Digits = ('0' / [1-9][0-9]*) ('.' [0-9]+)?
Boolean = word:$('true' / 'false') B { return options.make.boolean(word, offset()); }
Path = first:Step rest:('.' step:Step { return step; })* { return options.make.path([first, ...rest], range()); }
Step = $([A-Za-z_][A-Za-z0-9_]*)
Word = text:Step { return options.make.word(text, offset()); }

B = ![A-Za-z0-9_]
W = [ \t\r\n]+
_ = [ \t\r\n]*
`;
