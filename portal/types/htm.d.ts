/** The part of htm that pages use. */
declare const htm: {
  bind<Result>(
    create: (type: string, props: object | null, ...children: never[]) => Result,
  ): (strings: TemplateStringsArray, ...values: readonly unknown[]) => Result;
};
// oxlint-disable-next-line import/no-default-export -- it is the package's
export default htm;
