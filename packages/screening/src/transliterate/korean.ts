import { wordTable } from './word-table.js';

/** Syllables of names as passports spell them; the others are left to the parsing of names. */
const syllables = wordTable(
  'kim=김 lee=이,리 park=박 choi=최 jung=정 kang=강 cho=조 yoon=윤 jang=장 lim=임,림 han=한 oh=오 seo=서 shin=신 kwon=권 hwang=황 ahn=안',
  'song=송 ryu=류 yoo=유 hong=홍 jeon=전 ko=고 moon=문 yang=양 son=손 bae=배 baek=백 heo=허 nam=남 shim=심 noh=노 ha=하 kwak=곽 cha=차',
  'joo=주 woo=우 koo=구 min=민 jin=진 sung=성 won=원 chul=철 hyun=현 young=영 kyung=경 sun=선 hee=희 jong=종 un=은 il=일 hye=혜',
  'soo=수 jae=재 hyung=형 geun=근 yong=용 ji=지 sang=상 dong=동 tae=태 hwan=환 seok=석 seung=승 hyeok=혁 ho=호 jun=준 joon=중',
);

/** Makes each syllable a word, because lists write the two syllables of a given name together, apart or with a hyphen. */
export const readKorean = (word: string): string =>
  Array.from(word, (syllable) => ` ${syllables.get(syllable) ?? syllable} `).join('');
