/**
 * Active codes of ISO 4217 by their number of minor units. The list is ours: Intl follows CLDR, which counts 16
 * currencies otherwise. Codes without minor units (metals, bond units, testing) are left out.
 */
const codesByPrecision: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2: `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP
    COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES
    KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD
    PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD
    TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}

const precisions = new Map(
  Object.entries(codesByPrecision).flatMap(([digits, codes]) =>
    codes.split(/\s+/).map((code) => [code, Number(digits)]),
  ),
)

/** How many decimal places a currency has by ISO 4217, or `undefined` for a code that is not an active one. */
export function currencyPrecision(code: string): number | undefined {
  return precisions.get(code)
}
