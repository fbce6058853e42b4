# Raw names in every tar of a folder, as RubyGems reads gems, in hex.
require "json"
require "rubygems/package"
require "zlib"

found = Dir.children(ARGV[0]).grep(/\.t(ar|gz)\z/).sort.to_h do |file|
  names = []
  begin
    File.open(File.join(ARGV[0], file), "rb") do |io|
      source = file.end_with?(".tgz") ? Zlib::GzipReader.new(io) : io
      Gem::Package::TarReader.new(source).each do |entry|
        names << entry.full_name.unpack1("H*") unless entry.directory?
      end
    end
  rescue StandardError
    # names before the error count
  end
  [file, names]
end
puts JSON.generate(found)
