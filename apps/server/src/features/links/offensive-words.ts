/**
 * What must not stand on somebody's poster, in English, Spanish and French. Short stems catch their longer forms. Some
 * refuse harmless codes as well; a code costs nothing.
 */
const words = [
  ...'anal anus arse ass bastard bitch boob bum butt cock coon crap cum cunt damn dick dildo dyke fag fuck fuk fck'.split(
    ' ',
  ),
  ...'gook hell hitler homo incel isis jap jerk jizz kike kill kkk klan nazi negro nigg nude nut orgy paki penis piss'.split(
    ' ',
  ),
  ...'poo poop porn prick pube puss rape retard satan scum sex shag shit slag slut spic suck suicid tit tranny turd'.split(
    ' ',
  ),
  ...'twat vagin wank whore wtf xxx'.split(' '),
  ...'cabron cago caca chinga cojon coño cono culo follar idiota joder joto maric mierda ojete pedo pene pija polla'.split(
    ' ',
  ),
  ...'pinche puta puto teta tonto verga zorra'.split(' '),
  ...'batard bite bordel branl chatte chier cochon con connard couille cul encul fdp merde negre nique ntm pede'.split(
    ' ',
  ),
  ...'petasse pisse pute salaud salope sexe tapette zob'.split(' '),
];

/** Signs that are read as a letter, and letters that are read as another one. */
const readAs = new Map(
  '1i 2z 3e 4a 5s 6g 7t 8b 9g li ji vu yi qg kc ñn'.split(' ').map((pair) => [pair.charAt(0), pair.charAt(1)]),
);

const folded = (text: string): string => text.toLowerCase().replaceAll(/./gs, (sign) => readAs.get(sign) ?? sign);

/** Both sides are folded alike, so that an l that became an i still finds its word. */
const pattern = new RegExp([...new Set(words.map(folded))].join('|'));

export const saysWord = (code: string): boolean => pattern.test(folded(code));
